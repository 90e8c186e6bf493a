import type { Shape } from '../shape.ts'
import { chart } from './chart.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { order } from './order.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'
import { tape } from './tape.ts'

/** What the web pages say in Chinese, the default language. Parts that come with certain pages stand beside it. */
export const messages = { common, shell, errors, order, chart, status, tape }

export type Messages = Shape<typeof messages>
