import type { Messages } from '../zh/index.ts'
import { chart } from './chart.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { order } from './order.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'
import { tape } from './tape.ts'

/** Texts of the web app in English. */
export const messages: Messages = { common, shell, errors, order, chart, status, tape }
