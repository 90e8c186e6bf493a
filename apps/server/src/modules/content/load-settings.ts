import type { SettingRow, Settings, SettingsBody, SiteConfig } from '@flowprint/contract'
import { LANGUAGES } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import { computePriceAt } from '../membership/index.ts'
import type { ContentDeps } from './content-deps.ts'
import { defaultMedias } from './default-medias.ts'
import { loadSiteSettings } from './load-site-settings.ts'

type SettingsDeps = Pick<ContentDeps, 'pool' | 'clock' | 'productName' | 'passwordMin' | 'texts'>

/** Everything the pages need before a user signs in. */
export async function loadSettings(
  deps: SettingsDeps,
  { status = 1, page_size = 10, page_cur = 1 }: SettingsBody,
  language: Language,
): Promise<Settings> {
  const config = await loadConfig(deps, language)
  const list = rowsOf(config).filter((row) => row.status === status)
  const from = (page_cur - 1) * page_size
  return { list: list.slice(from, from + page_size), total: list.length, page_cur, page_size, config }
}

async function loadConfig(deps: SettingsDeps, language: Language): Promise<SiteConfig> {
  const { pool, clock, productName, passwordMin } = deps
  const now = clock.now()
  const settings = await loadSiteSettings(pool, now)
  const { network_type, address } = settings.donation_address
  return {
    product_name: productName,
    trial_days: settings.trial_days,
    original_price: settings.original_price,
    price: computePriceAt(settings, now),
    discount_start: settings.discount?.start ?? null,
    discount_end: settings.discount?.end ?? null,
    share_levels: settings.share_levels,
    contact: settings.contact,
    medias: settings.medias ?? (await defaultMedias(deps, language)),
    renewal_text: settings.renewal_text,
    donation_address: address === null ? null : { network_type, address },
    languages: [...LANGUAGES],
    themes: ['light', 'dark'],
    password_min: passwordMin,
  }
}

/** The scalar configuration values again, as the list that the specification defines. */
function rowsOf(config: SiteConfig): readonly SettingRow[] {
  const codes = ['product_name', 'password_min', 'trial_days', 'original_price', 'price'] as const
  return codes.map((code) => ({ code, name: code, value: String(config[code]), status: 1 }))
}
