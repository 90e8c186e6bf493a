import { addLots, toLots } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'
import type { AlertOf } from './waiting-alert.ts'

type BigTradeAlert = AlertOf<'big_trade'>

/** Max ms between neighbours of one sweep, and max trades per sweep (docs/formulas/time-and-sales.md). */
const SWEEP_GAP_MS = 100
const SWEEP_MAX_TRADES = 1000

/** The current run of one aggressor; can be stored and resumed. */
export interface RunningSweep {
  /** Id of its first trade as text; identifies the sweep. */
  readonly id: string
  readonly buy: boolean
  readonly firstTs: number
  readonly first: number
  lastTs: number
  last: number
  lots: Lots
  /** Ticks x lots. */
  notional: Lots
  trades: number
}

/** Usual sizes of this market (INDICATORS 9), from completed sweeps. */
export interface UsualSizes {
  /** Ticks x lots; null: not enough data. */
  at(ts: number): Lots | null
  ended(sweep: RunningSweep): void
}

type Report = (alert: BigTradeAlert, sweep: RunningSweep, threshold: Lots) => void

/** The current sweep and the alerts on its size: fires as soon as a threshold is reached, once per sweep. */
export class SweepRun {
  readonly #buys: readonly BigTradeAlert[]
  readonly #sells: readonly BigTradeAlert[]
  readonly #sizes: UsualSizes
  #run: RunningSweep | null
  #usual: Lots | null = null
  /** Number of sorted thresholds this sweep has reached. */
  #reached = 0

  /** `run`: the sweep in progress when the previous evaluator stopped; thresholds below its size count as reached. */
  constructor(alerts: readonly BigTradeAlert[], sizes: UsualSizes, run: RunningSweep | null) {
    const sorted = [...alerts].sort((a, b) => (a.notional === b.notional ? 0 : a.notional < b.notional ? -1 : 1))
    this.#buys = sorted.filter(({ side }) => side !== 'sell')
    this.#sells = sorted.filter(({ side }) => side !== 'buy')
    this.#sizes = sizes
    this.#run = run
    if (run !== null) {
      this.#usual = sizes.at(run.firstTs)
      this.#check(run, () => {})
    }
  }

  get running(): RunningSweep | null {
    return this.#run
  }

  add(ts: number, tick: number, lots: number, isBuy: boolean, idOf: () => string, report: Report): void {
    const value = product(Math.abs(tick), lots)
    const run = this.#run
    if (
      run !== null &&
      run.buy === isBuy &&
      Math.abs(ts - run.lastTs) <= SWEEP_GAP_MS &&
      run.trades < SWEEP_MAX_TRADES
    ) {
      run.lastTs = ts
      run.last = tick
      run.lots = addLots(run.lots, lots)
      run.notional = addLots(run.notional, value)
      run.trades += 1
      return this.#check(run, report)
    }
    if (run !== null) this.#sizes.ended(run)
    this.#run = {
      id: idOf(),
      buy: isBuy,
      firstTs: ts,
      lastTs: ts,
      first: tick,
      last: tick,
      lots,
      notional: value,
      trades: 1,
    }
    this.#usual = this.#sizes.at(ts)
    this.#reached = 0
    this.#check(this.#run, report)
  }

  #check(run: RunningSweep, report: Report): void {
    const { notional } = run
    if (this.#usual !== null && notional < this.#usual) return
    const alerts = run.buy ? this.#buys : this.#sells
    for (; this.#reached < alerts.length && notional >= alerts[this.#reached].notional; this.#reached++) {
      const own = alerts[this.#reached].notional
      // With neither a threshold nor a usual size, nothing is big.
      if (own === 0 && this.#usual === null) continue
      report(alerts[this.#reached], run, this.#usual !== null && this.#usual > own ? this.#usual : own)
    }
  }
}

function product(ticks: number, lots: number): Lots {
  const value = ticks * lots
  return Number.isSafeInteger(value) ? value : toLots(BigInt(ticks) * BigInt(lots))
}
