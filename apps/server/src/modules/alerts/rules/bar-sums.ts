import { addLots, barStart } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'
import type { AlertOf } from './waiting-alert.ts'

type DeltaAlert = AlertOf<'delta'>
type VolumeAlert = AlertOf<'volume'>
type SumAlert = DeltaAlert | VolumeAlert
type Report = (alert: SumAlert, barT: number, value: Lots) => void

/** Sums of an open bar. */
export interface OpenSums {
  readonly t: number
  readonly volume: Lots
  readonly delta: Lots
  /** Lowest and highest delta so far, starting at 0: a threshold that was crossed and left again counts as reached. */
  readonly low: Lots
  readonly high: Lots
}

export const emptySums = (t: number): OpenSums => ({ t, volume: 0, delta: 0, low: 0, high: 0 })

/** Sums of `earlier` followed by `later` of the same bar, whose low and high start at 0. */
export function joinSums(earlier: OpenSums, later: Omit<OpenSums, 't'>): OpenSums {
  const [low, high] = [addLots(earlier.delta, later.low), addLots(earlier.delta, later.high)]
  return {
    t: earlier.t,
    volume: addLots(earlier.volume, later.volume),
    delta: addLots(earlier.delta, later.delta),
    low: low < earlier.low ? low : earlier.low,
    high: high > earlier.high ? high : earlier.high,
  }
}

interface Bar {
  readonly t: number
  volume: Lots
  delta: Lots
  low: Lots
  high: Lots
  /** Number of sorted thresholds reached. */
  volumes: number
  ups: number
  downs: number
}

/** Volume and delta of the open bars of one cycle, and the alerts on them. A bar reaches each threshold once. */
export class BarSums {
  readonly #cycleMs: number
  readonly #volumes: readonly VolumeAlert[]
  /** Ascending thresholds for positive and for negative delta. */
  readonly #ups: readonly DeltaAlert[]
  readonly #downs: readonly DeltaAlert[]
  #now: Bar | null = null
  /** The previous bar, still open: a trade may arrive two seconds late. */
  #before: Bar | null = null

  constructor(cycleMs: number, alerts: readonly SumAlert[]) {
    this.#cycleMs = cycleMs
    this.#volumes = alerts.filter((alert) => alert.kind === 'volume').sort(byLots)
    const deltas = alerts.filter((alert) => alert.kind === 'delta').sort(byLots)
    this.#ups = deltas.filter(({ side }) => side !== 'sell')
    this.#downs = deltas.filter(({ side }) => side !== 'buy')
  }

  /**
   * Starts from the stored bars. Thresholds they have already reached are reported, so that events during downtime are
   * not lost; alerts armed inside such a bar wait for the next one.
   */
  start(bars: readonly OpenSums[], report: Report): void {
    const [before = null, now = null] = bars.length > 1 ? bars.slice(-2) : [null, ...bars]
    const taken = (sums: OpenSums | null): Bar | null => {
      if (sums === null) return null
      const bar: Bar = { ...sums, volumes: 0, ups: 0, downs: 0 }
      this.#check(bar, (alert, barT, value) => {
        if (alert.armedT <= barT) report(alert, barT, value)
      })
      return bar
    }
    this.#before = taken(before)
    this.#now = taken(now)
  }

  /** Current bars, for the next evaluator. */
  get bars(): OpenSums[] {
    return [this.#before, this.#now].flatMap((bar) => {
      if (bar === null) return []
      const { t, volume, delta, low, high } = bar
      return [{ t, volume, delta, low, high }]
    })
  }

  /** Adds one trade. Trades of closed bars are ignored. */
  add(ts: number, lots: number, isBuy: boolean, report: Report): void {
    const bar = this.#barAt(ts)
    if (bar === null) return
    bar.volume = addLots(bar.volume, lots)
    bar.delta = addLots(bar.delta, isBuy ? lots : -lots)
    if (bar.delta < bar.low) bar.low = bar.delta
    if (bar.delta > bar.high) bar.high = bar.delta
    this.#check(bar, report)
  }

  #barAt(ts: number): Bar | null {
    const now = this.#now
    if (now !== null && ts >= now.t && ts < now.t + this.#cycleMs) return now
    const t = barStart(ts, this.#cycleMs)
    if (now !== null && t < now.t) return this.#before?.t === t ? this.#before : null
    this.#before = now
    this.#now = { ...emptySums(t), volumes: 0, ups: 0, downs: 0 }
    return this.#now
  }

  #check(bar: Bar, report: Report): void {
    for (; bar.volumes < this.#volumes.length && bar.volume >= this.#volumes[bar.volumes].lots; bar.volumes++) {
      report(this.#volumes[bar.volumes], bar.t, bar.volume)
    }
    for (; bar.ups < this.#ups.length && bar.high >= this.#ups[bar.ups].lots; bar.ups++)
      report(this.#ups[bar.ups], bar.t, bar.high)
    for (; bar.downs < this.#downs.length && -bar.low >= this.#downs[bar.downs].lots; bar.downs++) {
      report(this.#downs[bar.downs], bar.t, bar.low)
    }
  }
}

function byLots(a: SumAlert, b: SumAlert): number {
  if (a.lots === b.lots) return 0
  return a.lots < b.lots ? -1 : 1
}
