import {
  MINUTE_MS,
  aggregateTrades,
  encodeFrame,
  lowerBoundTs,
  regroupBars,
  sliceTrades,
  type Answer,
  type InstrumentUnits,
  type Trades,
} from '@flowprint/orderflow'

/** A minute closes this long after its end, as in the store. */
const LATE_MS = 2000
const TAPE = 'demo'

export interface DemoShape {
  readonly symbol: string
  readonly units: InstrumentUnits
  /** Row height in ticks, and as a decimal. */
  readonly step: number
  readonly precision: string
  /** Minutes of history before the replay begins. */
  readonly history: number
}

/** Replays a recorded tape with the server's protocol: history with its tail, then packed frames as time passes. */
export class DemoMarket {
  readonly #trades: Trades
  readonly #shape: DemoShape
  readonly #begin: number
  readonly #end: number
  #now: number
  /** Published log entries: entry n is trade n - 1. */
  #sent = 0

  constructor(trades: Trades, shape: DemoShape) {
    const seq = Float64Array.from({ length: trades.length }, (_, i) => i + 1)
    this.#trades = { ...trades, seq }
    this.#shape = shape
    this.#begin = Math.floor(trades.ts[0] / MINUTE_MS) * MINUTE_MS + shape.history * MINUTE_MS
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
    const closed = Math.floor((this.#now - LATE_MS) / MINUTE_MS) * MINUTE_MS
    const [from, to] = [lowerBoundTs(this.#trades, closed), lowerBoundTs(this.#trades, this.#now)]
    return {
      meta: {
        symbol,
        cycle: '1m',
        cycle_ms: MINUTE_MS,
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
      bars: regroupBars(aggregateTrades(this.#trades, { cycleMs: MINUTE_MS, step: 1, to: from }), step),
      open: null,
      tail: sliceTrades(this.#trades, from, to),
    }
  }

  /** Sends frames from the entry after this one; returns the log position. */
  subscribe(fromSeq: number): {
    readonly last_seq: number
    readonly tape: string
    readonly instrument_version: number
  } {
    this.#sent = fromSeq
    return { last_seq: fromSeq, tape: TAPE, instrument_version: 1 }
  }

  /** Advances the market's time by `ms`; returns its trades as one frame, null when there are none. */
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
