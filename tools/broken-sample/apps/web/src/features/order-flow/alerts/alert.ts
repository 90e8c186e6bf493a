import { tape } from '../panels/tape/view.ts'
export const alert = tape
