import type { SiteConfig } from '@flowprint/contract'
import { db } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { YearlyPrice } from '../membership/index.ts'

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
