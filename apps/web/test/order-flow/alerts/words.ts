import { messages as en } from '@flowprint/i18n/en'
import { alerts as enAlerts } from '@flowprint/i18n/en/alerts'
import { messages as zh } from '@flowprint/i18n/zh'
import { alerts as zhAlerts } from '@flowprint/i18n/zh/alerts'
import i18next, { type TFunction } from 'i18next'

/** Texts of the page and of alerts in one language. */
export async function speak(language: 'zh' | 'en'): Promise<TFunction> {
  const resources = { zh: { web: { ...zh, alerts: zhAlerts } }, en: { web: { ...en, alerts: enAlerts } } }
  const own = i18next.createInstance()
  await own.init({ lng: language, defaultNS: 'web', resources, interpolation: { escapeValue: false } })
  return own.t
}
