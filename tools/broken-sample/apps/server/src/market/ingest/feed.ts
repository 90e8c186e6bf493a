import { sql } from '../store/rows.ts'
export const feed = sql
