import { controller } from '../chart/controller.ts'
export const section = controller
