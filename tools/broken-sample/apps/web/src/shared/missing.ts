import { nothing } from './nowhere.ts'
export const gone = nothing
