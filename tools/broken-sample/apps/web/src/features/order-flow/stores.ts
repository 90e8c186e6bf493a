import { sql } from '../../../../server/src/market/store/rows.ts'
export const stored = sql
