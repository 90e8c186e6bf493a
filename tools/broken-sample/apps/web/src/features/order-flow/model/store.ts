import { section } from '../ui/section.ts'
export const store = section
