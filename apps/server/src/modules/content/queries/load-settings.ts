import { USDT_CONTRACT, USDT_DECIMALS } from '@flowprint/contract'
import type {
  SettingRow,
  Settings,
  SettingsBody,
  SiteConfig,
  NetworkProperty,
  Properties,
  PropertiesBody,
} from '@flowprint/contract'
import { LANGUAGES } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { computePriceAt, EXPLORER_URL, loadPaymentTerms } from '../../membership/index.ts'
import type { YearlyPrice } from '../../membership/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { defaultMedias } from './load-contents.ts'
import { translate } from '../../../platform/http/index.ts'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

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

const VALUES: Readonly<
  Record<Exclude<PropertiesBody['code'], 'network_type'>, Readonly<Record<string, ApiMessageKey>>>
> = {
  role: { user: 'ROLE_USER', inviter: 'ROLE_INVITER', admin: 'ROLE_ADMIN' },
  theme: { light: 'THEME_LIGHT', dark: 'THEME_DARK' },
  language: { zh: 'LANGUAGE_ZH', en: 'LANGUAGE_EN' },
  order_status: { pending: 'ORDER_STATUS_PENDING', passed: 'ORDER_STATUS_PASSED', refused: 'ORDER_STATUS_REFUSED' },
  share_status: { unpaid: 'SHARE_STATUS_UNPAID', pending: 'SHARE_STATUS_PENDING', settled: 'SHARE_STATUS_SETTLED' },
}

/** Blocks after which a TRON payment is final: 19 of its 27 witnesses have built on it. */
const FINAL_AFTER_BLOCKS = 19

/** Values of a property with their labels. */
export async function loadProperties(
  deps: Pick<ContentDeps, 'pool' | 'clock'>,
  { code }: PropertiesBody,
  { language, isSignedIn }: { readonly language: Language; readonly isSignedIn: boolean },
): Promise<Properties> {
  if (code === 'network_type') return [await networkOf(deps, isSignedIn)]
  return Object.entries(VALUES[code]).map(([value, key]) => ({ value, label: translate(language, key) }))
}

/** Queries the database each time: payments to an outdated cached address are lost. Visitors do not get the address. */
async function networkOf(
  { pool, clock }: Pick<ContentDeps, 'pool' | 'clock'>,
  isSignedIn: boolean,
): Promise<NetworkProperty> {
  const { receiveAddress } = await loadPaymentTerms(pool, clock.now())
  return {
    value: 'TRC20',
    label: 'TRON (TRC20)',
    token: 'USDT',
    decimals: USDT_DECIMALS,
    contract_address: USDT_CONTRACT,
    ...(isSignedIn ? { receive_address: receiveAddress } : {}),
    explorer_url: EXPLORER_URL,
    min_confirmations: FINAL_AFTER_BLOCKS,
    enabled: receiveAddress !== null,
  }
}

/** Settings of the operator, by the keys of `site_setting`. */
export interface SiteSettings extends YearlyPrice, Pick<SiteConfig, 'share_levels' | 'contact' | 'renewal_text'> {
  readonly trial_days: number
  /** Null if none are configured. */
  readonly medias: SiteConfig['medias'] | null
  readonly donation_address: { readonly network_type: 'TRC20'; readonly address: string | null }
}

/** The settings valid at a time (ms since the epoch): for each key the newest value that is valid by then. */
export async function loadSiteSettings(client: Queryable, now: number): Promise<SiteSettings> {
  const rows = await db(client)
    .selectFrom('site_setting')
    .distinctOn('key')
    .select(['key', 'value', 'actor_id'])
    .where('valid_from', '<=', new Date(now))
    .orderBy('key')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Object.fromEntries(
    rows.map(({ key, value, actor_id }) => [key, key === 'medias' && actor_id === null ? null : value]),
  ) as unknown as SiteSettings
}
