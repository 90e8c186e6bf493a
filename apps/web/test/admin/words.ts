import { messages as en } from '@flowprint/i18n/en'
import { admin as enAdmin } from '@flowprint/i18n/en/admin'
import { messages as zh } from '@flowprint/i18n/zh'
import { admin as zhAdmin } from '@flowprint/i18n/zh/admin'
import i18next from 'i18next'

const WORDS = { zh: { ...zh, admin: zhAdmin }, en: { ...en, admin: enAdmin } }

/** Texts of the back office in a language. */
export async function speak(language: 'zh' | 'en'): Promise<typeof i18next.t> {
  await i18next.init({
    lng: language,
    defaultNS: 'web',
    resources: { [language]: { web: WORDS[language] } },
    interpolation: { escapeValue: false },
  })
  return i18next.t
}
