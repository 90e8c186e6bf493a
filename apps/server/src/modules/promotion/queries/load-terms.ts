import { parseAmount, ratioBp } from '@flowprint/contract'
import type { ShareLevel } from '@flowprint/contract'
import { DAY_MS, HOUR_MS } from '@flowprint/orderflow'
import type { Static } from 'typebox'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Level } from '../rules/levels.ts'

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
  const rows = await db(client)
    .selectFrom('site_setting')
    .distinctOn('key')
    .select(['key', 'value'])
    .where('key', 'in', KEYS)
    .where('valid_from', '<=', new Date(now))
    .orderBy('key')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
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
    holdMs: values.hold_days * DAY_MS,
    coolingMs: values.address_cooling_hours * HOUR_MS,
    renewalsEarn: values.renewals_earn,
  }
}
