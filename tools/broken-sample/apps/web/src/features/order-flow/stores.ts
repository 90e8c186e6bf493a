import { sql } from '../../../../server/src/modules/market/repository.ts'
export const stored = sql
