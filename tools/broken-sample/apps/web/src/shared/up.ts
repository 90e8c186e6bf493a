import { page } from '../features/admin/page.ts'
export const up = page
