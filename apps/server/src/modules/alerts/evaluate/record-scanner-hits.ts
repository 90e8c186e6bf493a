import type { PoolClient } from 'pg'
import { ALL_MARKETS, matchesScan } from '@flowprint/contract'
import type { AlertRule, ScanRow } from '@flowprint/contract'
import { cycleMsOf } from '@flowprint/orderflow'
import type { Queryable } from '../../../platform/database/index.ts'
import { findWaiting, lockWaiting } from '../queries/alert-rows.ts'
import type { AlertRow } from '../queries/alert-rows.ts'
import { findOwners } from '../queries/alerts-of.ts'
import { findFiredAround } from '../queries/event-rows.ts'
import { CLOSE_AFTER_MS } from '../rules/bar-events.ts'
import { mayFire, mayFireLate } from '../rules/waiting-alert.ts'
import { recordEvent } from './record-hits.ts'

type ScannerRule = Extract<AlertRule, { kind: 'scanner' }>

/** A waiting alert on any market. */
export type ScannerAlert = Pick<AlertRow, 'id' | 'accountId' | 'rule'>

export const findScannerAlerts = (client: Queryable): Promise<readonly ScannerAlert[]> =>
  findWaiting(client, ALL_MARKETS)

export interface ScannedRows {
  readonly alerts: readonly ScannerAlert[]
  readonly rows: readonly { readonly intervalMs: number; readonly row: ScanRow }[]
  /** Whether they are shown to delayed readers now: their alerts are evaluated then. */
  readonly isDelayed: boolean
  readonly now: number
}

/**
 * Stores the events of alerts on any market, in the transaction that stores the rows.
 *
 * Rules   an alert fires at most once per market and bar; `once` for the first market only; its cooldown counts for each
 *         market separately. Alerts are checked in their current state.
 * Output  number of new events.
 */
export async function recordScannerHits(
  client: PoolClient,
  { alerts, rows, isDelayed, now }: ScannedRows,
): Promise<number> {
  const found = rows.filter(({ intervalMs, row }) => alerts.some(({ rule }) => matches(rule, intervalMs, row)))
  if (found.length === 0) return 0
  const ids = alerts.filter(({ rule }) => found.some(({ intervalMs, row }) => matches(rule, intervalMs, row)))
  const waiting = await lockWaiting(
    client,
    ids.map(({ id }) => id),
  )
  const owners = await findOwners(client, [...new Set(waiting.map(({ accountId }) => accountId))], now)
  const ordered = found.toSorted((a, b) => a.row.t + a.intervalMs - b.row.t - b.intervalMs)
  let count = 0
  for (const alert of waiting) {
    if (owners.get(alert.accountId)?.isDelayed !== isDelayed) continue
    for (const { intervalMs, row } of ordered) {
      if (!matches(alert.rule, intervalMs, row) || !(await mayRecord(client, alert, intervalMs, row))) continue
      const { t, symbol, precision } = row
      const hit = {
        t: endOf(intervalMs, row),
        barT: t,
        what: `s ${symbol} ${t}`,
        facts: factsOf(alert.rule, row),
        precision,
      }
      if (!(await recordEvent(client, alert, hit, symbol, now))) continue
      count += 1
      if (alert.repeat === 'once') break
    }
  }
  return count
}

const endOf = (intervalMs: number, { t }: ScanRow): number => t + intervalMs + CLOSE_AFTER_MS

function matches(rule: AlertRule, intervalMs: number, row: ScanRow): rule is ScannerRule {
  return rule.kind === 'scanner' && cycleMsOf(rule.cycle) === intervalMs && matchesScan(row, rule.conditions)
}

async function mayRecord(client: PoolClient, alert: AlertRow, intervalMs: number, row: ScanRow): Promise<boolean> {
  const { armedT, expiresAt, cooldown } = alert
  const t = endOf(intervalMs, row)
  // `once` ends the alert, and the key of the event allows one per market and bar.
  const when = { armedT, expiresAt, cooldownMs: cooldown * 1000, repeat: 'event', cycleMs: intervalMs } as const
  if (cooldown === 0) return mayFire(when, null, t)
  const { before, after } = await findFiredAround(client, alert, t, row.symbol)
  return mayFireLate(when, before, t, after)
}

function factsOf(
  rule: ScannerRule,
  row: ScanRow,
): Extract<Parameters<typeof recordEvent>[2]['facts'], { kind: 'scanner' }> {
  const columns = [...new Set(rule.conditions.map(({ column }) => column))]
  return {
    kind: 'scanner',
    close: row.close as string,
    values: columns.map((column) => ({ column, value: String(row[column]) })),
  }
}
