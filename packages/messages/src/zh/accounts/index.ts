import type { Shape } from '../../shape.ts'
import * as entry from './entry.ts'
import { form } from './form.ts'
import { outbox } from './outbox.ts'
import { security } from './security.ts'
import * as settings from './settings.ts'

/** What the account pages say in Chinese; it comes with them, so that the chart does not wait for it. */
export const accounts = { form, ...entry, ...settings, security, outbox }

export type AccountMessages = Shape<typeof accounts>
