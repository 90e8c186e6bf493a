import type { Menus, MenuSymbol, Feeds, Coverage } from '@flowprint/contract'
import { CYCLES, isSequenceCycle, ladder, sequenceStep, stepText } from '@flowprint/orderflow'
import type { InstrumentSummary, Coverage as StoredCoverage, Instrument } from '../../store/index.ts'
import type { MarketReport, VenueReport } from '../../ingest/index.ts'

const FIRST_CYCLE = '5m'

/** Suggested sizes for bars not based on time; any other number is accepted. */
const SEQUENCE_CYCLES = ['100t', '500t', '1000t', '5000t', '10v', '100v', '1000v']

/** Menus of all instruments, real ones with data first. */
export function presentMenus(instruments: readonly InstrumentSummary[]): Menus {
  const sorted = [...instruments].sort(byRank)
  const symbol = sorted.map(presentSymbol)
  return {
    symbol,
    cycle: [...CYCLES.map(({ value }) => value), ...SEQUENCE_CYCLES].map((value) => ({ value, label: value })),
    precision: union(symbol.map((entry) => entry.precision)),
    recommend: Object.fromEntries(sorted.map((instrument) => [instrument.symbol, presentRecommended(instrument)])),
    initRecommand: presentFirst(sorted),
  }
}

function presentSymbol(instrument: InstrumentSummary): MenuSymbol {
  return {
    value: instrument.symbol,
    label: instrument.label,
    exchange: instrument.exchange,
    kind: instrument.kind,
    version: instrument.version,
    tape: instrument.tape,
    side: instrument.side,
    qty_unit: instrument.qtyUnit,
    tick_size: instrument.tickSize,
    lot_size: instrument.lotSize,
    cycle: Object.keys(instrument.recommended).filter(isSequenceCycle).sort(bySize),
    precision: ladder(instrument.tickSize, instrument.maxStep).map((step) => stepText(step, instrument.tickSize)),
    from: isoOf(instrument.from),
    to: isoOf(instrument.to),
    live: instrument.live,
    depth: instrument.depth,
  }
}

function presentRecommended(instrument: InstrumentSummary): Record<string, string> {
  const { recommended, tickSize } = instrument
  const steps = { ...recommended }
  for (const cycle of SEQUENCE_CYCLES) {
    const step = sequenceStep(recommended, cycle, tickSize)
    if (step !== null) steps[cycle] = step
  }
  return Object.fromEntries(Object.entries(steps).map(([cycle, step]) => [cycle, stepText(step, tickSize)]))
}

/** Trades before volume, then by size. */
function bySize(a: string, b: string): number {
  return Number(a.endsWith('v')) - Number(b.endsWith('v')) || Number.parseFloat(a) - Number.parseFloat(b)
}

/** The default chart of a first visit: a real market with data if there is one (DESIGN 3), otherwise the simulator. */
function presentFirst(sorted: readonly InstrumentSummary[]): Menus['initRecommand'] {
  const first = sorted[0]
  if (first === undefined || first.from === null) return null
  return {
    symbol: first.symbol,
    cycle: FIRST_CYCLE,
    precision: stepText(first.recommended[FIRST_CYCLE] ?? 1, first.tickSize),
  }
}

/** Order: with data before without, real before simulated, live before archived, newest data first, then by name. */
function byRank(a: InstrumentSummary, b: InstrumentSummary): number {
  const flags = (one: InstrumentSummary) =>
    Number(one.from === null) * 4 + Number(one.simulated) * 2 + Number(!one.live)
  // The newest trade of live markets changes every second: order those by name only.
  const newest = a.live && b.live ? 0 : (b.to ?? 0) - (a.to ?? 0)
  return flags(a) - flags(b) || newest || (a.symbol < b.symbol ? -1 : 1)
}

/** Distinct texts, ascending by value; "1" and "1.0" are one value, and the shorter text is used. */
function union(lists: readonly (readonly string[])[]): string[] {
  const byValue = new Map<string, string>()
  for (const text of lists.flat()) {
    const key = text.includes('.') ? text.replace(/\.?0+$/, '') : text
    const known = byValue.get(key)
    if (known === undefined || text.length < known.length) byValue.set(key, text)
  }
  return [...byValue.values()].sort(compareDecimals)
}

/** Compares unsigned decimal texts exactly. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA, partA = ''] = a.split('.')
  const [wholeB, partB = ''] = b.split('.')
  const width = Math.max(partA.length, partB.length)
  const difference = BigInt(wholeA + partA.padEnd(width, '0')) - BigInt(wholeB + partB.padEnd(width, '0'))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value)

export function presentFeeds(markets: readonly MarketReport[], venues: readonly VenueReport[]): Feeds {
  return { list: markets.map(presentMarket), venues: venues.map(presentVenue) }
}

function presentMarket(report: MarketReport): Feeds['list'][number] {
  const { symbol, venue, state, lagMs, lastTradeTs, gaps, trades, duplicates, late, dropped, losses, note } = report
  return {
    symbol,
    venue,
    state,
    lag_ms: rounded(lagMs),
    last_trade_time: isoOf(lastTradeTs),
    gaps,
    trades,
    duplicates,
    late,
    dropped,
    losses,
    note,
  }
}

function presentVenue({ venue, symbols, health, note }: VenueReport): Feeds['venues'][number] {
  const fault = health?.lastFault ?? null
  return {
    venue,
    symbols,
    connections: health?.connections ?? 0,
    silent_ms: rounded(health?.silentMs),
    reconnects: health?.reconnects ?? 0,
    messages: health?.messages ?? 0,
    faults: health?.faults ?? 0,
    excluded: health?.excluded ?? 0,
    clock_skew_ms: rounded(health?.clockSkewMs),
    last_fault: fault === null ? null : { time: new Date(fault.atMs).toISOString(), what: fault.what },
    note,
  }
}

export function presentCoverage(instrument: Instrument, coverage: StoredCoverage): Coverage {
  return {
    from: coverage.from,
    to: coverage.to,
    last_seq: coverage.lastSeq,
    tape: instrument.tape,
    proof: coverage.proof,
    gaps: coverage.gaps.map(({ from, to, missing, state }) => ({ from, to, missing, state })),
  }
}
