import type { Shape } from '../shape.ts'
import { chart, status, tape } from './chart.ts'
import { common, errors, shell } from './shell.ts'
import { order } from './order.ts'

/** Texts of the web app in Chinese, the default language; lazily loaded parts are in separate files. */
export const messages = { common, shell, errors, order, chart, status, tape }

export type Messages = Shape<typeof messages>
