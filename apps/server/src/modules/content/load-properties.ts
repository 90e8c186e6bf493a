import { USDT_CONTRACT, USDT_DECIMALS } from '@flowprint/contract'
import type { NetworkProperty, Properties, PropertiesBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { translate } from '../../platform/http/index.ts'
import { EXPLORER_URL, loadPaymentTerms } from '../membership/index.ts'
import type { ContentDeps } from './content-deps.ts'

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
