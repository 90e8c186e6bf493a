import {
  ASK,
  BID,
  barStart,
  columnImbalances,
  decimalUnit,
  fromUnits,
  MINUTE_MS,
  unitRatio,
  WallTracker,
} from '@flowprint/orderflow'
import type { DepthColumns, LiquidityRows, TradedRows, WallTrackerState } from '@flowprint/orderflow'
import { atLeast } from './in-units.ts'
import type { AlertOf, Hit, WaitingAlert } from './waiting-alert.ts'

export type BookAlert = AlertOf<'wall'> | AlertOf<'book_imbalance'>

/** What the evaluation of the next minute continues from, as plain data. */
export interface BookState {
  /** By ratio, size and distance. */
  readonly walls: Readonly<Record<string, WallGroup>>
  /** By distance and threshold: since when the imbalance lasts, ms; null: it does not. */
  readonly imbalances: Readonly<Record<string, ImbalanceRuns>>
}

interface WallGroup extends WallTrackerState {
  readonly step: number
  readonly qtyUnit: string
}

interface ImbalanceRuns {
  readonly bid: number | null
  readonly ask: number | null
}

export const NEW_BOOK_STATE: BookState = { walls: {}, imbalances: {} }

/** Position of the evaluation of a recorded book. */
export interface BookPosition extends BookState {
  /** Minutes that end at or before this were evaluated, ms; null: none. */
  readonly to: number | null
}

export const NEW_BOOK_POSITION: BookPosition = { to: null, ...NEW_BOOK_STATE }

/** A minute of the recorded book. */
export interface BookMinute {
  /** Columns of one second. */
  readonly columns: DepthColumns
  readonly qtyUnit: string
  /** Traded volume of each column; null: trades are missing, so nothing is known about walls. */
  readonly traded: readonly TradedRows[] | null
  /** Formats ticks. */
  price(ticks: number): string
}

/**
 * Events of walls and imbalances in one minute.
 * Input   the state after the minute before; alerts of the same condition share its state.
 * Output  hits, keyed by the wall or run, and the state after the minute. Missing columns and unknown rows end walls and runs
 *         without a hit, and so do changed row heights and units of the book. A wall that may have been there unseen is not born.
 * Cost    one pass over the columns for each different condition.
 */
export function bookEvents(
  minute: BookMinute,
  alerts: readonly BookAlert[],
  state: BookState,
): { readonly hits: readonly Hit[]; readonly state: BookState } {
  const hits: Hit[] = []
  const walls: Record<string, WallGroup> = {}
  const imbalances: Record<string, ImbalanceRuns> = {}
  const { traded } = minute
  const wallAlerts = Map.groupBy(
    alerts.filter((alert) => alert.kind === 'wall'),
    ({ ratio, atLeast: size, distance }) => `${ratio} ${size ?? ''} ${distance}`,
  )
  if (traded !== null) {
    for (const [key, group] of wallAlerts) {
      const followed = followWalls(minute, traded, group, state.walls[key])
      hits.push(...followed.hits)
      walls[key] = followed.state
    }
  }
  const runAlerts = Map.groupBy(
    alerts.filter((alert) => alert.kind === 'book_imbalance'),
    ({ distance, atLeast: share }) => `${distance} ${share}`,
  )
  for (const [key, group] of runAlerts) {
    const followed = followImbalance(minute, group, state.imbalances[key] ?? { bid: null, ask: null })
    hits.push(...followed.hits)
    imbalances[key] = followed.state
  }
  return { hits, state: { walls, imbalances } }
}

/** The last millisecond of a second: it belongs to the bar of the second. */
const endOf = ({ fromMs, intervalMs }: DepthColumns, i: number): number => fromMs + (i + 1) * intervalMs - 1

function followWalls(
  { columns, qtyUnit, price }: BookMinute,
  traded: readonly TradedRows[],
  alerts: readonly AlertOf<'wall'>[],
  before: WallGroup | undefined,
): { readonly hits: Hit[]; readonly state: WallGroup } {
  const [{ ratio, atLeast: size, distance }] = alerts
  const { step } = columns
  const unit = decimalUnit(qtyUnit)
  const continues = before?.step === step && before.qtyUnit === qtyUnit
  const tracker = new WallTracker(
    { ratio, distance, ...(size === null ? {} : { minLots: atLeast(size, unit) }) },
    continues ? before : undefined,
  )
  const hits: Hit[] = []
  for (let i = 0; i < columns.length; i++) {
    const t = endOf(columns, i)
    for (const { event, wall, wasKnown } of tracker.update(columns, i, traded[i])) {
      if (event === 'lost' || (event === 'born' && !wasKnown)) continue
      const side = wall.side === BID ? 'bid' : 'ask'
      const { row, born, lots, maxLots, filled, pulled, tests } = wall
      for (const alert of alerts) {
        if (!alert.events.includes(event) || (alert.side !== 'either' && alert.side !== side)) continue
        hits.push({
          alertId: alert.id,
          t,
          barT: barStart(t, alert.cycleMs),
          what: `w ${event} ${side} ${row} ${step} ${born} ${tests}`,
          facts: {
            kind: 'wall',
            event,
            side,
            low: price(row * step),
            high: price((row + 1) * step),
            born,
            quantity: fromUnits(lots, unit),
            max_quantity: fromUnits(maxLots, unit),
            filled: fromUnits(filled, unit),
            pulled: fromUnits(pulled, unit),
            tests,
          },
        })
      }
    }
  }
  return { hits, state: { ...tracker.state, step, qtyUnit } }
}

function followImbalance(
  { columns, price }: BookMinute,
  alerts: readonly AlertOf<'book_imbalance'>[],
  runs: ImbalanceRuns,
): { readonly hits: Hit[]; readonly state: ImbalanceRuns } {
  const [{ distance, atLeast: share }] = alerts
  const values = columnImbalances(columns, distance)
  const least = Number(share)
  const since = { ...runs }
  const hits: Hit[] = []
  for (let i = 0; i < columns.length; i++) {
    const t = endOf(columns, i)
    for (const side of ['bid', 'ask'] as const) {
      const isReached = side === 'bid' ? values[i] >= least : values[i] <= -least
      const from = isReached ? (since[side] ?? columns.fromMs + i * columns.intervalMs) : null
      since[side] = from
      if (from === null) continue
      for (const alert of alerts) {
        const lasted = t + 1 - from === alert.seconds * 1000
        if (!lasted || (alert.side !== 'either' && alert.side !== side)) continue
        hits.push({
          alertId: alert.id,
          t,
          barT: barStart(t, alert.cycleMs),
          what: `i ${side} ${from}`,
          facts: {
            kind: 'book_imbalance',
            side,
            imbalance: values[i],
            at_least: share,
            seconds: alert.seconds,
            best_bid: price(columns.bestBid[i]),
            best_ask: price(columns.bestAsk[i]),
          },
        })
      }
    }
  }
  return { hits, state: since }
}

/**
 * Stacked or pulled volume of a closed bar that reaches the size.
 * Input   accounts: the rows of the bar that were known during all of it; qtyUnit: of their quantities.
 */
export function restingEvents(
  accounts: LiquidityRows,
  bar: { readonly t: number; readonly cycleMs: number; readonly qtyUnit: string },
  alerts: readonly AlertOf<'resting'>[],
): Hit[] {
  if (accounts.known.low > accounts.known.high) return []
  const unit = decimalUnit(bar.qtyUnit)
  return alerts.flatMap((alert) =>
    [BID, ASK].flatMap((side): Hit[] => {
      const name = side === BID ? 'bid' : 'ask'
      if (alert.side !== 'either' && alert.side !== name) return []
      const column = alert.event === 'stacked' ? accounts.added : accounts.pulled
      let sum = 0n
      for (let k = 0; k < accounts.length; k++) if (accounts.side[k] === side) sum += BigInt(column[k])
      if (sum < BigInt(atLeast(alert.atLeast, unit))) return []
      const facts = {
        kind: 'resting',
        event: alert.event,
        side: name,
        volume: fromUnits(sum, unit),
        at_least: alert.atLeast,
      } as const
      return [
        {
          alertId: alert.id,
          t: bar.t + bar.cycleMs - 1,
          barT: bar.t,
          what: `r ${alert.event} ${name} ${bar.t}`,
          facts,
        },
      ]
    }),
  )
}

export const isRestingAlert = (alert: WaitingAlert): alert is AlertOf<'resting'> => alert.kind === 'resting'
export const isBookAlert = (alert: WaitingAlert): alert is BookAlert =>
  alert.kind === 'wall' || alert.kind === 'book_imbalance'

/** Whole book units per lot; null when the book's unit does not divide the lot. */
export function unitsPerLot(lotSize: string, qtyUnit: string): number | null {
  const ratio = unitRatio(lotSize, qtyUnit)
  return ratio === null ? null : Number(ratio)
}

/** Interval of the columns that a bar is computed from. */
export const columnIntervalOf = (cycleMs: number): number =>
  cycleMs % MINUTE_MS !== 0 ? 1000 : cycleMs > 4 * 60 * MINUTE_MS ? 60 * MINUTE_MS : MINUTE_MS
