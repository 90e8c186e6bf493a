import type { Alert } from '@flowprint/contract'
import {
  aggregateTrades,
  analyzeBars,
  decimalUnit,
  DEFAULT_SETTINGS,
  encodeSettings,
  fromUnits,
  toUnits,
} from '@flowprint/orderflow'
import type { IndicatorSettings, InstrumentUnits, Trades } from '@flowprint/orderflow'
import { callAs } from '../support/accounts.ts'
import type { DatabaseProbe } from './database-probe.ts'

const CYCLE = { name: '15s', ms: 15_000 }
const VOLUME_CYCLE = { name: '1m', ms: 60_000 }
const PRECISION = '1'
const MIN_ROWS = 2
const MIN_VOLUME = '0.5'
/** Stacks of a bar depend on its own trades only. */
const SETTINGS: IndicatorSettings = {
  ...DEFAULT_SETTINGS,
  imbalance: { ...DEFAULT_SETTINGS.imbalance, minVolume: '0' },
  stack: { min: MIN_ROWS },
}

interface EventRow {
  readonly id: number
  readonly symbol: string
  readonly kind: string
  readonly key: string
  readonly bar: number
}

export interface AlertComparison {
  readonly stacks: number
  readonly volumes: number
  readonly faults: readonly string[]
}

async function call<Data>(url: string, path: string, token: string, body: object): Promise<Data> {
  const { code, message, data } = await callAs<Data>(url, path, { body, token })
  if (code !== 200) throw new Error(`${path}: ${code} ${message} ${JSON.stringify(data)}`)
  return data
}

/**
 * Saves two alerts for each market: on the trades of open bars and on closed bars. Each market gets another member,
 * because webhooks are limited per account and day, which a long run on a fast clock would reach.
 */
export async function saveAlerts(
  url: string,
  createMember: () => Promise<string>,
  symbols: readonly string[],
  webhook: string,
): Promise<void> {
  for (const symbol of symbols) {
    const token = await createMember()
    await call(url, '/save_webhook', token, { url: webhook })
    const common = {
      symbol,
      repeat: 'event',
      expires_at: null,
      channels: ['page', 'webhook'],
      sound: 'bell',
      enabled: true,
    }
    await call<Alert>(url, '/save_alert', token, {
      ...common,
      name: 'stack',
      cooldown: 0,
      rule: {
        kind: 'stack',
        side: 'either',
        min_rows: MIN_ROWS,
        cycle: CYCLE.name,
        precision: PRECISION,
        settings: encodeSettings(SETTINGS),
      },
    })
    await call<Alert>(url, '/save_alert', token, {
      ...common,
      name: 'volume',
      cooldown: 10,
      rule: { kind: 'volume', at_least: MIN_VOLUME, cycle: VOLUME_CYCLE.name },
    })
  }
}

/**
 * Compares the alerts that fired with those computed from the stored tape of [from, to). Stacks of closed bars: exactly
 * these. Volume while a bar is open: at most once per bar, and only where it was reached; a minute with a gap, even a
 * short one, fires nothing.
 */
export async function compareAlerts(
  probe: DatabaseProbe,
  market: { readonly symbol: string; readonly units: InstrumentUnits },
  trades: Trades,
  range: { readonly from: number; readonly to: number },
  isIncomplete: (from: number, to: number) => boolean,
): Promise<AlertComparison> {
  const { symbol, units } = market
  const tick = decimalUnit(units.tickSize)
  const step = toUnits(PRECISION, tick)
  const rows = await probe.query<EventRow>(
    `select id::int, symbol, rule->>'kind' as kind, (facts->>'side') || ' ' || (facts->>'low') as key, (bar->>'t')::float8 as bar
     from alert_event where symbol = $1 order by id`,
    [symbol],
  )
  const faults: string[] = []
  const isInRange = ({ bar }: EventRow): boolean => bar >= range.from && bar < range.to

  const bars = aggregateTrades(trades, { cycleMs: CYCLE.ms, step })
  const expected = new Map<string, number>()
  for (const { t, side, lowRow, count } of analyzeBars(bars, SETTINGS, { units }).stacks) {
    if (count < MIN_ROWS || t < range.from || t + CYCLE.ms > range.to || isIncomplete(t, t + CYCLE.ms)) continue
    expected.set(`${t} ${side} ${Number(fromUnits(lowRow * step, tick))}`, t)
  }
  const stacks = rows.filter((row) => row.kind === 'stack' && isInRange(row) && row.bar + CYCLE.ms <= range.to)
  for (const { bar, key, id } of stacks) {
    const [side, low] = key.split(' ')
    const name = `${bar} ${side} ${Number(low)}`
    if (!expected.delete(name)) faults.push(`${symbol}: alert ${id} (${name}) fired twice or without a reason`)
  }
  for (const name of expected.keys()) faults.push(`${symbol}: no alert fired for ${name}`)

  const lot = decimalUnit(units.lotSize)
  const minutes = aggregateTrades(trades, { cycleMs: VOLUME_CYCLE.ms, step })
  const reached = new Set<number>()
  for (let i = 0; i < minutes.length; i++)
    if (Number(fromUnits(minutes.bid[i] + minutes.ask[i], lot)) >= Number(MIN_VOLUME)) reached.add(minutes.t[i])
  const volumes = rows.filter((row) => row.kind === 'volume' && isInRange(row))
  for (const { bar, id } of volumes)
    if (!reached.delete(bar))
      faults.push(`${symbol}: alert ${id} on the volume of ${bar} fired twice or without a reason`)
  return { stacks: stacks.length, volumes: volumes.length, faults }
}

/** Every event reached the receiver; the second delivery of the same event carries the same id. */
export async function compareDeliveries(
  probe: DatabaseProbe,
  received: ReadonlyMap<number, number>,
): Promise<{ delivered: number; repeated: number; faults: string[] }> {
  const rows = await probe.query<{ id: number }>('select id::int from alert_event')
  const faults = rows.filter(({ id }) => !received.has(id)).map(({ id }) => `alert ${id} was not delivered`)
  const known = new Set(rows.map(({ id }) => id))
  for (const id of received.keys()) if (!known.has(id)) faults.push(`alert ${id} was delivered but is not stored`)
  const repeated = [...received.values()].filter((count) => count > 1).length
  return { delivered: received.size, repeated, faults }
}
