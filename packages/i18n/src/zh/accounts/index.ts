import type { Shape } from '../../shape.ts'
import * as entry from './entry.ts'
import { form } from './form.ts'
import { outbox } from './outbox.ts'
import { security } from './security.ts'
import * as settings from './settings.ts'

/** Texts of the account pages in Chinese; loaded with them, not with the chart. */
export const accounts = { form, ...entry, ...settings, security, outbox }

export type AccountMessages = Shape<typeof accounts>
