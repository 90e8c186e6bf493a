import type { Shape } from '../shape.ts'
import { chart } from './chart.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { indicators } from './indicators.ts'
import { order } from './order.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'
import { tape } from './tape.ts'
import { tour } from './tour.ts'

/** What the web pages say in Chinese, the default language. */
export const messages = { common, shell, errors, order, indicators, chart, status, tape, tour }

export type Messages = Shape<typeof messages>
