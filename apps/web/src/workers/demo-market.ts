import {
  aggregateTrades,
  encodeFrame,
  lowerBoundTs,
  regroupBars,
  sliceTrades,
  type Answer,
  type InstrumentUnits,
  type Trades,
} from '@flowprint/orderflow'

const MINUTE = 60_000
/** A minute is closed this long after its end, as in the store. */
const LATE_MS = 2000
const TAPE = 'demo'

export interface DemoShape {
  readonly symbol: string
  readonly units: InstrumentUnits
  /** Rows, in ticks, and the same as a decimal. */
  readonly step: number
  readonly precision: string
  /** Minutes that are history when the replay begins. */
  readonly history: number
}

/** A recorded tape with the manners of the server: history with its tail, then packed frames as the clock goes on. */
export class DemoMarket {
  readonly #trades: Trades
  readonly #shape: DemoShape
  readonly #begin: number
  readonly #end: number
  #now: number
  /** Log entries handed out: entry n is trade n - 1. */
  #sent = 0

  constructor(trades: Trades, shape: DemoShape) {
    const seq = Float64Array.from({ length: trades.length }, (_, i) => i + 1)
    this.#trades = { ...trades, seq }
    this.#shape = shape
    this.#begin = Math.floor(trades.ts[0] / MINUTE) * MINUTE + shape.history * MINUTE
    this.#end = trades.ts[trades.length - 1] + 1
    this.#now = this.#begin
  }

  get now(): number {
    return this.#now
  }

  get isOver(): boolean {
    return this.#now >= this.#end
  }

  rewind(): void {
    this.#now = this.#begin
  }

  /** The whole history up to this moment. */
  answer(): Answer {
    const { symbol, units, step, precision } = this.#shape
    const closed = Math.floor((this.#now - LATE_MS) / MINUTE) * MINUTE
    const [from, to] = [lowerBoundTs(this.#trades, closed), lowerBoundTs(this.#trades, this.#now)]
    return {
      meta: {
        symbol,
        cycle: '1m',
        cycle_ms: MINUTE,
        precision,
        step,
        tick_size: units.tickSize,
        lot_size: units.lotSize,
        instrument_version: 1,
        tape: TAPE,
        last_seq: to,
        watermark: this.#now,
        closed_until: closed,
        from: null,
        to: null,
        lead_in: 0,
        delayed: false,
        simulated: true,
        side: 'given',
        cvd_open: 0,
        tail_gaps: [],
        coverage: { from: this.#trades.ts[0], to: this.#now, proof: 'ids', gaps: 0 },
        settings: '',
      },
      bars: regroupBars(aggregateTrades(this.#trades, { cycleMs: MINUTE, step: 1, to: from }), step),
      open: null,
      tail: sliceTrades(this.#trades, from, to),
    }
  }

  /** Frames go on behind this entry; says where the log stands. */
  subscribe(fromSeq: number): {
    readonly last_seq: number
    readonly tape: string
    readonly instrument_version: number
  } {
    this.#sent = fromSeq
    return { last_seq: fromSeq, tape: TAPE, instrument_version: 1 }
  }

  /** Lets `ms` of the market's time pass; the trades of it as one frame, null where there are none. */
  advance(ms: number): Uint8Array<ArrayBuffer> | null {
    this.#now = Math.min(this.#now + ms, this.#end)
    const to = lowerBoundTs(this.#trades, this.#now)
    if (to <= this.#sent) return null
    const trades = sliceTrades(this.#trades, this.#sent, to)
    const firstSeq = this.#sent + 1
    this.#sent = to
    return encodeFrame({
      symbol: this.#shape.symbol,
      tape: TAPE,
      instrumentVersion: 1,
      firstSeq,
      lastSeq: to,
      watermark: this.#now,
      trades,
    })
  }
}
