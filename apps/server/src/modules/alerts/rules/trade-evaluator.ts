import type { AlertFacts } from '@flowprint/contract'
import { MINUTE_MS, barStart, idText, touchesDrawing } from '@flowprint/orderflow'
import type { Lots, Trades } from '@flowprint/orderflow'
import { BarSums } from './bar-sums.ts'
import type { OpenSums } from './bar-sums.ts'
import { PriceLevels } from './price-levels.ts'
import type { Cooldowns, AlertOf, Hit, WaitingAlert } from './waiting-alert.ts'
import { SweepRun } from './sweep-run.ts'
import type { RunningSweep, UsualSizes } from './sweep-run.ts'

/** State handed to the next evaluator along with the log position. */
export interface TradeState {
  /** Price and time of the last trade; null before the first. */
  readonly last: { readonly tick: number; readonly ts: number } | null
  readonly sweep: RunningSweep | null
  /** By cycle in ms. */
  readonly sums: Readonly<Record<string, KnownSums>>
}

/** Sums of the two newest bars of a cycle: of their trades up to log entry `seq`, and of the trades after it. */
export interface KnownSums {
  readonly seq: number
  readonly bars: readonly OpenSums[]
}

export interface TradeContext {
  readonly sizes: UsualSizes
  /** Whether the bar containing `ts` is complete up to the end of the tape. */
  isWhole(cycleMs: number, ts: number): boolean
  /** Formatters to decimal text. */
  price(ticks: number): string
  quantity(lots: Lots): string
  notional(value: Lots): string
}

/**
 * Evaluates the alerts of one market that fire on trades: prices, drawings, sums of open bars, big trades. Takes the
 * trades of the log in order; results depend only on the trades, not on how they are batched.
 * Cost    per trade: a search of the price levels when the price changes, and a few additions per cycle.
 */
export class TradeEvaluator {
  readonly #context: TradeContext
  readonly #cooldowns: Cooldowns
  readonly #levels: PriceLevels
  readonly #drawings: readonly AlertOf<'drawing'>[]
  /** Drawings the price currently touches: they can fire again only after the price has left them. */
  readonly #met = new Set<number>()
  readonly #sums = new Map<number, { readonly sums: BarSums; fromSeq: number }>()
  readonly #sweep: SweepRun
  readonly #followsSweeps: boolean
  #last: TradeState['last']
  #hits: Hit[] = []

  constructor(alerts: readonly WaitingAlert[], state: TradeState, cooldowns: Cooldowns, context: TradeContext) {
    const of = <Kind extends WaitingAlert['kind']>(kind: Kind): AlertOf<Kind>[] =>
      alerts.filter((alert): alert is AlertOf<Kind> => alert.kind === kind)
    this.#context = context
    this.#cooldowns = cooldowns
    this.#last = state.last
    this.#levels = new PriceLevels(of('price'))
    this.#drawings = of('drawing')
    const bigTrades = of('big_trade')
    this.#sweep = new SweepRun(bigTrades, context.sizes, state.sweep)
    this.#followsSweeps = bigTrades.length > 0
    for (const [cycleMs, sums] of Map.groupBy([...of('delta'), ...of('volume')], (alert) => alert.cycleMs)) {
      this.#sums.set(cycleMs, { sums: new BarSums(cycleMs, sums), fromSeq: Infinity })
    }
    const last = this.#last
    for (const alert of this.#drawings)
      if (last !== null && meets(alert, last.ts, last.ts, last.tick, last.tick)) this.#met.add(alert.id)
  }

  get last(): TradeState['last'] {
    return this.#last
  }

  get state(): TradeState {
    const sums = [...this.#sums]
      .filter(([, { fromSeq }]) => fromSeq !== Infinity)
      .map(([cycleMs, kept]) => [cycleMs, { seq: kept.fromSeq, bars: kept.sums.bars }])
    return { last: this.#last, sweep: this.#followsSweeps ? this.#sweep.running : null, sums: Object.fromEntries(sums) }
  }

  /** Cycles whose open bars must be loaded before their trades count. */
  get cycles(): number[] {
    return [...this.#sums.keys()]
  }

  /** Sets the newest bars of a cycle at market time `t`; trades after their log entry are added. */
  startSums(cycleMs: number, { bars, seq }: KnownSums, t: number): Hit[] {
    const kept = this.#sums.get(cycleMs)
    if (kept === undefined) return []
    kept.fromSeq = seq
    kept.sums.start(bars, (alert, barT, value) => this.#reportSum(alert, barT, value, Math.min(t, barT + cycleMs - 1)))
    return this.#takeHits()
  }

  /** Processes trades of the log, in order. */
  process(trades: Trades): Hit[] {
    const { ts, price, qty, buy, seq, length } = trades
    if (length === 0) return []
    this.#followDrawings(trades)
    for (let i = 0; i < length; i++) {
      const tick = price[i]
      const before = this.#last
      if (before !== null && before.tick !== tick && !this.#levels.isEmpty) this.#followPrice(trades, i, before.tick)
      this.#last = { tick, ts: ts[i] }
      if (this.#followsSweeps) this.#followSweep(trades, i)
      for (const { sums, fromSeq } of this.#sums.values()) {
        if (seq !== null && seq[i] <= fromSeq) continue
        sums.add(ts[i], qty[i], buy[i] === 1, (alert, barT, value) => this.#reportSum(alert, barT, value, ts[i]))
      }
    }
    return this.#takeHits()
  }

  #followPrice(trades: Trades, i: number, before: number): void {
    const { price: text } = this.#context
    this.#levels.crossed(before, trades.price[i], (alert, direction) => {
      this.#report(alert, trades.ts[i], `p ${trades.ts[i]} ${idText(trades, i)}`, () => ({
        kind: 'price',
        level: text(alert.tick),
        before: text(before),
        price: text(trades.price[i]),
        direction,
      }))
    })
  }

  #followSweep(trades: Trades, i: number): void {
    const { price: text, quantity, notional: sum } = this.#context
    this.#sweep.add(
      trades.ts[i],
      trades.price[i],
      trades.qty[i],
      trades.buy[i] === 1,
      () => idText(trades, i),
      (alert, sweep, threshold) => {
        this.#report(alert, trades.ts[i], `s ${sweep.firstTs} ${sweep.id}`, () => ({
          kind: 'big_trade',
          side: sweep.buy ? 'buy' : 'sell',
          notional: sum(sweep.notional),
          volume: quantity(sweep.lots),
          first: text(sweep.first),
          last: text(sweep.last),
          trades: sweep.trades,
          threshold: sum(threshold),
        }))
      },
    )
  }

  #reportSum(alert: AlertOf<'delta'> | AlertOf<'volume'>, barT: number, value: Lots, t: number): void {
    // A sum may fall below a threshold and reach it again.
    if (this.#cooldowns.firedIn(alert, barT, barT + alert.cycleMs)) return
    const { quantity } = this.#context
    const at_least = quantity(alert.lots)
    const facts: AlertFacts =
      alert.kind === 'delta'
        ? { kind: 'delta', delta: quantity(value), at_least }
        : { kind: 'volume', volume: quantity(value), at_least }
    this.#report(alert, t, `b ${barT}`, () => facts, barT)
  }

  /** Checks drawings once for all these trades; only where they meet, trade by trade to find the first. */
  #followDrawings(trades: Trades): void {
    if (this.#drawings.length === 0) return
    const { ts, price, length } = trades
    let [low, high, from, until] = [price[0], price[0], ts[0], ts[0]]
    for (let i = 0; i < length; i++) {
      low = Math.min(low, price[i])
      high = Math.max(high, price[i])
      from = Math.min(from, ts[i])
      until = Math.max(until, ts[i])
    }
    const last = this.#last
    const [widest, lowest, highest] =
      last === null ? [from, low, high] : [Math.min(from, last.ts), Math.min(low, last.tick), Math.max(high, last.tick)]
    for (const alert of this.#drawings) {
      if (this.#met.has(alert.id)) {
        if (!meets(alert, from, until, low, high)) this.#met.delete(alert.id)
      } else if (meets(alert, widest, until, lowest, highest)) {
        this.#findMeeting(alert, trades)
      }
    }
  }

  #findMeeting(alert: AlertOf<'drawing'>, trades: Trades): void {
    const { ts, price } = trades
    let before = this.#last ?? { tick: price[0], ts: ts[0] }
    for (let i = 0; i < trades.length; i++) {
      const [from, until] = before.ts <= ts[i] ? [before.ts, ts[i]] : [ts[i], ts[i]]
      const met = meets(alert, from, until, Math.min(before.tick, price[i]), Math.max(before.tick, price[i]))
      before = { tick: price[i], ts: ts[i] }
      if (!met) continue
      this.#met.add(alert.id)
      const { drawingId, shape } = alert
      this.#report(alert, ts[i], `d ${ts[i]} ${idText(trades, i)}`, () => ({
        kind: 'drawing',
        drawing_id: drawingId,
        drawing_kind: shape.kind,
        price: this.#context.price(price[i]),
      }))
      return
    }
  }

  #report(
    alert: WaitingAlert,
    t: number,
    what: string,
    facts: () => AlertFacts,
    barT = barStart(t, alert.cycleMs),
  ): void {
    if (!this.#cooldowns.mayFire(alert, t)) return
    if (!this.#context.isWhole(wholeCycleOf(alert), t)) return
    const hit = { alertId: alert.id, t, what, barT, facts: facts() }
    this.#cooldowns.record(hit)
    this.#hits.push(hit)
  }

  #takeHits(): Hit[] {
    const hits = this.#hits
    this.#hits = []
    return hits
  }
}

/** Cycle of the bar that must be complete: the alert's own for sums, the minute for others. */
export const wholeCycleOf = (alert: WaitingAlert): number =>
  alert.kind === 'delta' || alert.kind === 'volume' ? alert.cycleMs : MINUTE_MS

function meets(alert: AlertOf<'drawing'>, from: number, until: number, low: number, high: number): boolean {
  return touchesDrawing(alert.shape, { from, until, low, high })
}
