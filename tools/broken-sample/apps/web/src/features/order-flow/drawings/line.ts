import { alert } from '../alerts/alert.ts'
export const line = alert
