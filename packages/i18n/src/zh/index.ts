import type { Shape } from '../shape.ts'
import { chart } from './chart.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { order } from './order.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'
import { tape } from './tape.ts'

/** Texts of the web app in Chinese, the default language; lazily loaded parts are in separate files. */
export const messages = { common, shell, errors, order, chart, status, tape }

export type Messages = Shape<typeof messages>
