import type { AccountMessages } from '../../zh/accounts/index.ts'
import * as entry from './entry.ts'
import { form } from './form.ts'
import { outbox } from './outbox.ts'
import { security } from './security.ts'
import * as settings from './settings.ts'

/** Texts of the account pages in English. */
export const accounts: AccountMessages = { form, ...entry, ...settings, security, outbox }
