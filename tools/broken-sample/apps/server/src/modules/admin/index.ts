import { sql } from '../../market/store/rows.ts'
export const admin = sql
