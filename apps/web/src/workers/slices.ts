import { sliceBars, type Analysis, type Bars, type Signals, type Zone, type AnalysisUpdate } from '@flowprint/orderflow'

type Column = Float64Array | Int32Array | Uint32Array | Uint8Array

const isColumn = (value: unknown): value is Column => ArrayBuffer.isView(value)

/** Overflow columns of quantities are nested one object deeper. */
const isRests = (name: string, value: unknown): value is object =>
  name === 'wide' && typeof value === 'object' && value !== null

/** Copies every column: the engine's columns are views on memory that it continues to use. */
function withOwnColumns<T extends object>(columns: T): T {
  const own = (name: string, value: unknown): unknown =>
    isColumn(value) ? value.slice() : isRests(name, value) ? withOwnColumns(value) : value
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, own(name, value)])) as T
}

/** Copies bars [from, to) into separate memory that can be transferred. Data that only indicators need is left out. */
export function ownBars(bars: Bars, from: number, to = bars.length): Bars {
  return withOwnColumns({ ...sliceBars(bars, from, to), edges: null })
}

/**
 * Copies the analysis of bars [from, to) into separate memory.
 *
 * Input   `shift` is added to the numbers of the CVD segments (see VisibleWindow); `lists` are passed through
 * unchanged.
 */
export function ownAnalysis<Zones extends readonly Zone[] | null, Found extends Signals | null>(
  bars: Bars,
  analysis: Analysis,
  range: { readonly from: number; readonly to: number; readonly shift: number },
  lists: { readonly zones: Zones; readonly signals: Found },
): Omit<AnalysisUpdate, 'zones' | 'signals'> & { readonly zones: Zones; readonly signals: Found } {
  const { from, to, shift } = range
  const since = from < bars.length ? bars.t[from] : Infinity
  const until = to < bars.length ? bars.t[to] : Infinity
  const inside = ({ t }: { readonly t: number }) => t >= since && t < until
  const perBar = <C extends Column>(column: C) => column.slice(from, to) as C
  return {
    length: to - from,
    pocRow: perBar(analysis.pocRow),
    pocTick: perBar(analysis.pocTick),
    valRow: perBar(analysis.valRow),
    vahRow: perBar(analysis.vahRow),
    minVolume: perBar(analysis.minVolume),
    cvdOpen: perBar(analysis.cvdOpen),
    cvdQuoteOpen: perBar(analysis.cvdQuoteOpen),
    cvdSegment: analysis.cvdSegment.slice(from, to).map((segment) => segment + shift),
    vwap: perBar(analysis.vwap),
    vwapDeviation: perBar(analysis.vwapDeviation),
    cellFlags: analysis.cellFlags.slice(bars.cellStart[from], bars.cellStart[to]),
    stacks: analysis.stacks.filter(inside),
    efforts: analysis.efforts.filter(inside),
    zones: lists.zones,
    signals: lists.signals,
    wide: analysis.wide && {
      minVolume: perBar(analysis.wide.minVolume),
      cvdOpen: perBar(analysis.wide.cvdOpen),
      cvdQuoteOpen: perBar(analysis.wide.cvdQuoteOpen),
    },
  }
}

/** The buffers of all columns, to be transferred to the other thread instead of copied. */
export function buffersOf(...parts: readonly object[]): ArrayBuffer[] {
  return parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      isColumn(value) ? [value.buffer as ArrayBuffer] : isRests(name, value) ? buffersOf(value) : [],
    ),
  )
}
