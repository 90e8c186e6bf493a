import { EdgeColumns } from '../bars/bar-edges.ts'
import type { Bars } from '../bars/bars.ts'
import { SQUARE_PARTS } from '../bars/square-sums.ts'
import { WideColumns } from '../bars/wide-columns.ts'

/** The columns of a `Bars` of known size, still being filled. */
export type BarSink = { -readonly [K in keyof Bars]: Bars[K] }

/** Header of a bars section, before its columns. */
export interface BarsHead {
  readonly cycleMs: number
  readonly step: number
  readonly bars: number
  readonly cells: number
  readonly offsets: boolean
  /** Quantities are stored in two columns each. */
  readonly wide: boolean
  /** The section has edge columns (`Bars.edges`). */
  readonly edges: boolean
}

export function makeBarSink(head: BarsHead): BarSink {
  const { cycleMs, step, bars, cells, offsets, wide, edges } = head
  return {
    length: bars,
    cycleMs,
    step,
    t: new Float64Array(bars),
    open: new Int32Array(bars),
    high: new Int32Array(bars),
    low: new Int32Array(bars),
    close: new Int32Array(bars),
    bid: new Float64Array(bars),
    ask: new Float64Array(bars),
    minDelta: new Float64Array(bars),
    maxDelta: new Float64Array(bars),
    minDeltaQuote: new Float64Array(bars),
    maxDeltaQuote: new Float64Array(bars),
    squares: new Float64Array(SQUARE_PARTS * bars),
    trades: new Uint32Array(bars),
    rawPoc: new Int32Array(bars),
    state: new Uint8Array(bars),
    revision: new Uint32Array(bars),
    cellStart: new Uint32Array(bars + 1),
    row: new Int32Array(cells),
    cellBid: new Float64Array(cells),
    cellAsk: new Float64Array(cells),
    cellBidTrades: new Uint32Array(cells),
    cellAskTrades: new Uint32Array(cells),
    cellBidOffset: offsets ? new Float64Array(cells) : null,
    cellAskOffset: offsets ? new Float64Array(cells) : null,
    wide: wide ? new WideColumns(bars, cells, offsets) : null,
    edges: edges ? new EdgeColumns(bars) : null,
  }
}
