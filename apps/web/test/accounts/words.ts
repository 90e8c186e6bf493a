import { messages } from '@flowprint/i18n/en'
import { accounts } from '@flowprint/i18n/en/accounts'
import i18next from 'i18next'

/** English texts of the account pages. */
export async function speakEnglish(): Promise<typeof i18next.t> {
  const resources = { en: { web: { ...messages, accounts } } }
  await i18next.init({ lng: 'en', defaultNS: 'web', resources, interpolation: { escapeValue: false } })
  return i18next.t
}
