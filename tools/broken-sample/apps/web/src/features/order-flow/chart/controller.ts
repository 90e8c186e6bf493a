import { line } from '../drawings/line.ts'
export const controller = line
