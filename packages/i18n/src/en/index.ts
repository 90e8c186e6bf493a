import type { Messages } from '../zh/index.ts'
import { chart, status, tape } from './chart.ts'
import { common, errors, shell } from './shell.ts'
import { order } from './order.ts'

/** Texts of the web app in English. */
export const messages: Messages = { common, shell, errors, order, chart, status, tape }
