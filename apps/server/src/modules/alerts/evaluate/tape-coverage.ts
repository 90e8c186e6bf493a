import {
  MINUTE_MS,
  barDelta,
  barStart,
  barVolume,
  decimalUnit,
  fromUnits,
  lotsAt,
  multiplyUnits,
} from '@flowprint/orderflow'
import type { Bars, Lots } from '@flowprint/orderflow'
import type { Instrument, TapeStore } from '../../../market/index.ts'
import { emptySums, joinSums } from '../rules/bar-sums.ts'
import type { OpenSums } from '../rules/bar-sums.ts'
import type { KnownSums, TradeState } from '../rules/trade-evaluator.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** Coverage of a market's tape. */
export class TapeCoverage {
  readonly #spans: readonly Span[]
  readonly #gaps: readonly Span[]

  private constructor(spans: readonly Span[], gaps: readonly Span[]) {
    this.#spans = spans
    this.#gaps = gaps
  }

  static async load(store: TapeStore, instrument: Instrument, cut: number | undefined): Promise<TapeCoverage> {
    const [{ spans }, { gaps }] = await Promise.all([store.spans(instrument), store.coverage(instrument, cut)])
    return new TapeCoverage(spans, gaps)
  }

  /** Whether the bar containing `ts` is complete up to the end of the tape. */
  isWhole(cycleMs: number, ts: number): boolean {
    const t = barStart(ts, cycleMs)
    // The last span grows with the market.
    const isCovered = this.#spans.some((span, k) => span.from <= t && (ts < span.to || k === this.#spans.length - 1))
    // A gap affects every bar from the trade before it to the trade after it.
    return isCovered && !this.#gaps.some((gap) => gap.from < t + cycleMs && gap.to >= t)
  }
}

/** Formats values in a market's units as decimal text. */
export interface UnitTexts {
  price(ticks: number): string
  quantity(lots: Lots): string
  notional(value: Lots): string
}

export function unitTexts({ tickSize, lotSize }: Instrument): UnitTexts {
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  const quote = multiplyUnits(tick, lot)
  return {
    price: (ticks) => fromUnits(ticks, tick),
    quantity: (lots) => fromUnits(lots, lot),
    notional: (value) => fromUnits(value, quote),
  }
}

/** Rows are not looked at: one tall enough to hold every price makes the read cheap. */
const COARSE_STEP = 1_000_000

/** Sums of the two newest bars of a cycle, the open one included, and up to which log entry they hold. */
export async function loadSums(
  store: TapeStore,
  instrument: Instrument,
  cycleMs: number,
  cut: number | undefined,
): Promise<KnownSums> {
  const history = await store.readHistory(instrument, {
    cycleMs,
    step: COARSE_STEP,
    limit: 2,
    ...(cut === undefined ? {} : { cut }),
  })
  const byStart = new Map<number, OpenSums>()
  const add = (t: number, later: Omit<OpenSums, 't'>): void =>
    void byStart.set(t, joinSums(byStart.get(t) ?? emptySums(t), later))
  const addBars = (bars: Bars): void => {
    for (let i = 0; i < bars.length; i++) {
      add(bars.t[i], {
        volume: barVolume(bars, i),
        delta: barDelta(bars, i),
        low: lotsAt(bars, 'minDelta', i),
        high: lotsAt(bars, 'maxDelta', i),
      })
    }
  }
  addBars(history.bars)
  if (history.open !== null) addBars(history.open)
  const { tail } = history
  for (let i = 0; i < tail.length; i++) {
    const delta = tail.buy[i] === 1 ? tail.qty[i] : -tail.qty[i]
    add(barStart(tail.ts[i], cycleMs), {
      volume: tail.qty[i],
      delta,
      low: Math.min(0, delta),
      high: Math.max(0, delta),
    })
  }
  const bars = [...byStart.values()].sort((a, b) => a.t - b.t).slice(-2)
  return { bars, seq: history.lastSeq }
}

/** The newest trade of a market according to its newest minute; null before the first. */
export async function loadLast(
  store: TapeStore,
  instrument: Instrument,
  cut: number | undefined,
): Promise<TradeState['last']> {
  const { bars, open, tail } = await store.readHistory(instrument, {
    cycleMs: MINUTE_MS,
    step: COARSE_STEP,
    limit: 1,
    ...(cut === undefined ? {} : { cut }),
  })
  if (tail.length > 0) return { tick: tail.price[tail.length - 1], ts: tail.ts[tail.length - 1] }
  const newest = open !== null && open.length > 0 ? open : bars
  const i = newest.length - 1
  return i < 0 ? null : { tick: newest.close[i], ts: newest.t[i] }
}
