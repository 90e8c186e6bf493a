import type { Pool, PoolClient } from 'pg'
import type { AlertChannel, AlertEvent, AlertRule } from '@flowprint/contract'
import { MINUTE_MS, cycleMsOf } from '@flowprint/orderflow'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { DepthStore, DerivativesStore, MarketHub, TapeStore } from '../../../market/index.ts'
import { db, inTransaction } from '../../../platform/database/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { lockWaiting, recordFired } from '../queries/alert-rows.ts'
import type { AlertRow } from '../queries/alert-rows.ts'
import { insertDeliveries } from '../queries/delivery-rows.ts'
import { dedupeKey, findFiredAround, insertEvent } from '../queries/event-rows.ts'
import { savePosition } from './evaluation-state.ts'
import type { MarketKey, EvaluationPosition } from './evaluation-state.ts'
import { findOwners } from '../queries/alerts-of.ts'
import { MIN_COOLDOWN_MS, mayFire, mayFireLate } from '../rules/waiting-alert.ts'
import type { FiringRule, Hit } from '../rules/waiting-alert.ts'

export interface EvaluatorDeps {
  readonly pool: Pool
  readonly store: TapeStore
  readonly depth: Pick<DepthStore, 'readHead' | 'readColumns'>
  readonly derivatives: Pick<DerivativesStore, 'readHead' | 'readSince' | 'readLiquidations' | 'readCoverage'>
  readonly hub: MarketHub
  readonly clock: Clock
  readonly log: Log
  /** Delay of market data for delayed readers. */
  readonly freeDelayMs: number
}

/**
 * Stores hits, their deliveries and the position, all or nothing. Each alert is checked in its current state (it may
 * have been changed, paused or fired since); duplicates are ignored.
 * Output  number of new events.
 * Throws  FencedError; database errors, after which the call may be retried.
 */
export async function recordHits(
  deps: EvaluatorDeps,
  key: MarketKey,
  holder: string,
  hits: readonly Hit[],
  position: EvaluationPosition,
): Promise<number> {
  return inTransaction(deps.pool, async (client) => {
    if (!(await savePosition(client, key, holder, position)))
      throw new FencedError('another process evaluates this market')
    if (hits.length === 0) return 0
    const now = deps.clock.now()
    const rows = new Map(
      (await lockWaiting(client, [...new Set(hits.map(({ alertId }) => alertId))])).map((row) => [row.id, row]),
    )
    const owners = await findOwners(client, [...new Set([...rows.values()].map(({ accountId }) => accountId))], now)
    let count = 0
    const firedT = new Map([...rows].map(([id, { lastFiredT }]) => [id, lastFiredT]))
    for (const hit of [...hits].sort((a, b) => a.t - b.t)) {
      const row = rows.get(hit.alertId)
      const owner = row === undefined ? undefined : owners.get(row.accountId)
      // Owners with another delay are served by the other evaluation of the market.
      if (row === undefined || owner === undefined || owner.isDelayed !== key.delayed) continue
      const lastT = firedT.get(row.id) ?? null
      if (!(await mayRecord(client, row, hit.t, lastT)) || !(await recordEvent(client, row, hit, row.symbol, now)))
        continue
      firedT.set(row.id, Math.max(lastT ?? hit.t, hit.t))
      count++
    }
    return count
  })
}

async function mayRecord(client: PoolClient, row: AlertRow, t: number, lastT: number | null): Promise<boolean> {
  const when = whenOf(row)
  if (firesWithinBars(row.rule)) return mayFire(when, lastT, t, MIN_COOLDOWN_MS)
  if (lastT === null || t >= lastT) return mayFire(when, lastT, t)
  // A repaired bar is evaluated late, when newer ones may have fired already.
  const { before, after } = await findFiredAround(client, row, t)
  return mayFireLate(when, before, t, after)
}

/** Stores an event with its deliveries; false: it exists already. */
export async function recordEvent(
  client: PoolClient,
  row: AlertRow,
  hit: Omit<Hit, 'alertId'> & { readonly precision?: string },
  symbol: string,
  now: number,
): Promise<boolean> {
  const { id, accountId, round, name, rule, sound, channels } = row
  const { t, facts } = hit
  const eventId = await insertEvent(
    client,
    {
      alertId: id,
      accountId,
      dedupeKey: dedupeKey(id, round, hit.what),
      name,
      symbol,
      rule,
      facts,
      t,
      bar: barOf(rule, hit.barT, hit.precision),
      sound,
    },
    now,
  )
  if (eventId === null) return false
  await recordFired(client, id, { t, at: now, done: row.repeat === 'once' })
  await insertDeliveries(client, { id: eventId, accountId }, await targetsOf(client, accountId, channels), now)
  return true
}

async function targetsOf(
  client: PoolClient,
  accountId: number,
  channels: readonly AlertChannel[],
): Promise<{ channel: AlertChannel; target: number }[]> {
  const targets: { channel: AlertChannel; target: number }[] = channels
    .filter((channel) => channel !== 'push')
    .map((channel) => ({ channel, target: 0 }))
  if (!channels.includes('push')) return targets
  const query = db(client).selectFrom('alert_push').select('id').where('account_id', '=', accountId)
  const rows = await query.orderBy('id').execute()
  return [...targets, ...rows.map(({ id }) => ({ channel: 'push' as const, target: id }))]
}

/** Rules that are not evaluated at the close of a bar. */
const firesWithinBars = ({ kind }: AlertRule): boolean =>
  kind !== 'zone' && kind !== 'stack' && kind !== 'effort' && kind !== 'resting'

function barOf(rule: AlertRule, t: number, precision?: string): AlertEvent['bar'] {
  if (rule.cycle === undefined) return null
  return { t, cycle: rule.cycle, precision: precision ?? ('precision' in rule ? rule.precision : null) }
}

const whenOf = ({ armedT, repeat, cooldown, expiresAt, rule }: AlertRow): FiringRule => ({
  armedT,
  repeat,
  cooldownMs: cooldown * 1000,
  expiresAt,
  cycleMs: (rule.cycle === undefined ? undefined : cycleMsOf(rule.cycle)) ?? MINUTE_MS,
})
