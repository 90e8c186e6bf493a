import { messages } from '@flowprint/messages/en'
import { accounts } from '@flowprint/messages/en/accounts'
import i18next from 'i18next'

/** The pages speak English, with the words of the accounts. */
export async function speakEnglish(): Promise<typeof i18next.t> {
  const resources = { en: { web: { ...messages, accounts } } }
  await i18next.init({ lng: 'en', defaultNS: 'web', resources, interpolation: { escapeValue: false } })
  return i18next.t
}
