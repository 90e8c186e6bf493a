import type { SiteConfig } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import type { YearlyPrice } from '../membership/index.ts'

/** What the operator sets, by the keys of `site_setting`. */
export interface SiteSettings extends YearlyPrice, Pick<SiteConfig, 'share_levels' | 'contact' | 'medias' | 'renewal_text'> {
  readonly trial_days: number
}

/** The settings as they hold at a time (ms since the epoch): of each key the newest value that is valid by then. */
export async function loadSiteSettings(client: Queryable, now: number): Promise<SiteSettings> {
  const { rows } = await client.query<{ key: string; value: unknown }>(
    'select distinct on (key) key, value from site_setting where valid_from <= $1 order by key, valid_from desc, id desc',
    [new Date(now)],
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as SiteSettings
}
