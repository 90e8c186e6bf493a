import { barStart, decimalUnit, fromUnits, HOUR_MS, notionalUnit } from '@flowprint/orderflow'
import type { InstrumentUnits, Liquidations } from '@flowprint/orderflow'
import type { AlertOf, Hit, WaitingAlert } from './waiting-alert.ts'

type Position = 'long' | 'short'

/** What the evaluation continues from, as plain data. */
export interface LiquidationPosition {
  /** Liquidations up to this one were evaluated; null: none, start at the present. */
  readonly seq: number | null
  /** Time of the newest of them, ms; null: none. */
  readonly newestTs: number | null
}

export const NEW_LIQUIDATION_POSITION: LiquidationPosition = { seq: null, newestTs: null }

/** Longest time of a rule: this much before the newest liquidation is needed to continue. */
export const MAX_WINDOW_MS = 900_000
/** Liquidations so much older than the market are too old to notify about. */
const MAX_AGE_MS = HOUR_MS

export const isLiquidationAlert = (alert: WaitingAlert): alert is AlertOf<'liquidation'> => alert.kind === 'liquidation'

/** A hit without its completeness, and the times it depends on: [from, to], ms. */
export interface LiquidationHit {
  readonly from: number
  readonly to: number
  complete(completeness: 'all' | 'lower bound'): Hit
}

interface Entry {
  readonly ts: number
  readonly price: number
  /** Ticks x lots. */
  readonly value: bigint
  /** Sum of the values up to this one. */
  readonly sum: bigint
}

/** Liquidations of one position of the last 15 minutes, by time. */
class Window {
  #entries: Entry[] = []

  add(ts: number, price: number, value: bigint): void {
    let at = this.#entries.length
    while (at > 0 && this.#entries[at - 1].ts > ts) at -= 1
    // Almost always the newest: later ones are added up again.
    const later = this.#entries.splice(at)
    for (const entry of [{ ts, price, value }, ...later])
      this.#entries.push({ ...entry, sum: (this.#entries.at(-1)?.sum ?? 0n) + entry.value })
  }

  /** Sum of the values at or after `from`. */
  sum(from: number): bigint {
    const first = this.#indexAt(from)
    return (this.#entries.at(-1)?.sum ?? 0n) - (first === 0 ? 0n : this.#entries[first - 1].sum)
  }

  since(from: number): readonly Entry[] {
    return this.#entries.slice(this.#indexAt(from))
  }

  /** Removes what no rule reaches back to. */
  discardBefore(from: number): void {
    const first = this.#indexAt(from)
    // Copy rarely.
    if (first * 2 <= this.#entries.length) return
    const before = this.#entries[first - 1].sum
    this.#entries = this.#entries.slice(first).map((entry) => ({ ...entry, sum: entry.sum - before }))
  }

  #indexAt(from: number): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#entries[middle].ts < from) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Finds when the forced value of a position reaches an amount.
 * Rules   liquidations in order of seq. With `seconds`, the sum of those in the time (end - seconds, end], where `end` is the
 *         newest time so far, and not before the alert was armed: it fires at the one that brings the sum to the amount, and
 *         again only after the sum was below it. Without: at each one that reaches the amount. Longs and shorts are never added.
 * Output  hits keyed by position and seq: the same after a restart.
 * Cost    O(alerts x log n) per liquidation.
 */
export class LiquidationWindows {
  readonly #units: InstrumentUnits
  readonly #windows: Readonly<Record<Position, Window>> = { long: new Window(), short: new Window() }
  #newestTs: number

  constructor(units: InstrumentUnits, newestTs: number | null) {
    this.#units = units
    this.#newestTs = newestTs ?? -Infinity
  }

  get newestTs(): number | null {
    return this.#newestTs === -Infinity ? null : this.#newestTs
  }

  /** Takes liquidations that were evaluated before. */
  restore(list: Liquidations): void {
    for (let i = 0; i < list.length; i++) this.#add(list, i)
  }

  /** `now`: the market's time, ms. */
  evaluate(list: Liquidations, alerts: readonly AlertOf<'liquidation'>[], now: number): LiquidationHit[] {
    const hits: LiquidationHit[] = []
    for (let i = 0; i < list.length; i++) {
      this.#add(list, i)
      if (list.ts[i] < now - MAX_AGE_MS) continue
      for (const alert of alerts) {
        const hit = this.#hitOf(list, i, alert)
        if (hit !== null) hits.push(hit)
      }
    }
    for (const window of Object.values(this.#windows)) window.discardBefore(this.#newestTs - MAX_WINDOW_MS)
    return hits
  }

  #add(list: Liquidations, i: number): void {
    this.#newestTs = Math.max(this.#newestTs, list.ts[i])
    // The past of a simulated market is made later.
    if (list.ts[i] > this.#newestTs - MAX_WINDOW_MS)
      this.#windows[positionOf(list, i)].add(list.ts[i], list.price[i], valueOf(list, i))
  }

  #hitOf(list: Liquidations, i: number, alert: AlertOf<'liquidation'>): LiquidationHit | null {
    const position = positionOf(list, i)
    const ts = list.ts[i]
    if (ts < alert.armedT || (alert.side !== 'either' && alert.side !== position)) return null
    const own = valueOf(list, i)
    if (alert.seconds === 0)
      return own < alert.value ? null : this.#makeHit(list, i, alert, [{ price: list.price[i], value: own }], ts)
    const from = Math.max(this.#newestTs - alert.seconds * 1000 + 1, alert.armedT)
    if (ts < from) return null
    const window = this.#windows[position]
    const sum = window.sum(from)
    if (sum < alert.value || sum - own >= alert.value) return null
    return this.#makeHit(list, i, alert, window.since(from), from)
  }

  #makeHit(
    list: Liquidations,
    i: number,
    alert: AlertOf<'liquidation'>,
    entries: readonly Pick<Entry, 'price' | 'value'>[],
    from: number,
  ): LiquidationHit {
    const position = positionOf(list, i)
    const [t, seq, to] = [list.ts[i], list.seq[i], this.#newestTs]
    const unit = notionalUnit(this.#units)
    const largest = entries.reduce((most, entry) => (entry.value > most.value ? entry : most))
    const facts = {
      kind: 'liquidation',
      position,
      value: fromUnits(
        entries.reduce((sum, { value }) => sum + value, 0n),
        unit,
      ),
      at_least: alert.atLeast,
      seconds: alert.seconds,
      count: entries.length,
      largest_price: fromUnits(largest.price, decimalUnit(this.#units.tickSize)),
    } as const
    return {
      from,
      to: alert.seconds === 0 ? t : to,
      complete: (completeness) => ({
        alertId: alert.id,
        t,
        barT: barStart(t, alert.cycleMs),
        what: `l ${position} ${seq}`,
        facts: { ...facts, completeness },
      }),
    }
  }
}

const positionOf = ({ isLong }: Liquidations, i: number): Position => (isLong[i] === 1 ? 'long' : 'short')
const valueOf = ({ price, lots }: Liquidations, i: number): bigint => BigInt(price[i]) * BigInt(lots[i])
