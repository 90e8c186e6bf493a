import { sql } from '../market/repository.ts'
export const admin = sql
