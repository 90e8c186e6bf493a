import type { ShareLevel } from '@flowprint/contract'
import { parseAmount, ratioBp } from '@flowprint/contract'
import type { Static } from 'typebox'
import type { Queryable } from '../../platform/database/index.ts'
import type { Level } from './rules/levels.ts'

/** Current promotion settings. Amounts in micro-USDT, times in ms. */
export interface PromotionTerms {
  readonly trialDays: number
  readonly levels: readonly Level[]
  readonly minPayout: bigint
  /** A share can be settled this long after its order passed. */
  readonly holdMs: number
  /** A changed payout address can be used after this time. */
  readonly coolingMs: number
  readonly renewalsEarn: boolean
}

const HOUR = 3_600_000
const KEYS = [
  'trial_days',
  'share_levels',
  'min_payout',
  'hold_days',
  'address_cooling_hours',
  'renewals_earn',
] as const

/** The terms at a time (ms since the epoch). */
export async function loadPromotionTerms(client: Queryable, now: number): Promise<PromotionTerms> {
  const { rows } = await client.query<{ key: (typeof KEYS)[number]; value: unknown }>(
    `select distinct on (key) key, value from site_setting where key = any($2) and valid_from <= $1 order by key, valid_from desc, id desc`,
    [new Date(now), KEYS],
  )
  const values = Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as {
    trial_days: number
    share_levels: Static<typeof ShareLevel>[]
    min_payout: string
    hold_days: number
    address_cooling_hours: number
    renewals_earn: boolean
  }
  const minPayout = parseAmount(values.min_payout)
  if (minPayout === null) throw new Error(`Invariant: a stored amount is valid, got ${values.min_payout}`)
  return {
    trialDays: values.trial_days,
    levels: values.share_levels.map(({ level, min_paying, ratio }) => ({
      level,
      minPaying: min_paying,
      ratioBp: ratioBp(ratio),
    })),
    minPayout,
    holdMs: values.hold_days * 24 * HOUR,
    coolingMs: values.address_cooling_hours * HOUR,
    renewalsEarn: values.renewals_earn,
  }
}
