import type { LiquidationCover, LiquidationRow, Liquidations } from '@flowprint/contract'
import { CYCLES, type CycleName, cycleMsOf, MINUTE_MS } from '@flowprint/orderflow'
import { type CallIdentity, requestData } from '../../shared/http/request.ts'
import type { ViewRequest } from '../protocol.ts'
import type { LiquidationEntry } from './liquidation-sums.ts'
import type { StatRow } from './stat-rows.ts'

/** Months of a busy market take a moment. */
const LOAD_MS = 30_000
/** Rows of one answer, and the pages of them that bars of trades or of volume load at most. */
const PAGE_ROWS = 10_000
const MAX_PAGES = 10
/** Rows of statistics in one answer. */
const MAX_ROWS = 10_000

/** A range of the past, ms: [from, to); null: until now. */
export interface DerivativesRange {
  readonly from: number
  readonly to: number | null
}

export interface LoadedLiquidations {
  /** What each entry adds up: an interval of the chart's cycle, or a single liquidation. */
  readonly entries: readonly LiquidationEntry[]
  /** Everything up to here is contained. */
  readonly lastSeq: number
  readonly coverage: readonly LiquidationCover[]
  readonly completeness: Liquidations['completeness']
}

export interface LargestLiquidations {
  readonly list: readonly LiquidationRow[]
  readonly lastSeq: number
  readonly coverage: readonly LiquidationCover[]
  readonly completeness: Liquidations['completeness']
}

export interface LoadedStats {
  readonly intervalMs: number
  readonly rows: readonly StatRow[]
}

/** The calls behind the panes of a perpetual. Throw CallFailure, or AbortError when cancelled. */
export interface DerivativesCalls {
  loadLiquidations(
    request: ViewRequest,
    range: DerivativesRange,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LoadedLiquidations>
  /** The largest by value, oldest first. */
  loadLargest(
    request: ViewRequest,
    range: DerivativesRange & { readonly count: number },
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LargestLiquidations>
  /** `now`: end of a range that is open. */
  loadOpenInterest(
    request: ViewRequest,
    range: DerivativesRange,
    now: number,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LoadedStats>
  loadFunding(
    request: ViewRequest,
    range: DerivativesRange,
    now: number,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LoadedStats>
}

const isCycle = (cycle: string): cycle is CycleName => cycleMsOf(cycle) !== undefined

const valueOf = ([, , , price, qty]: LiquidationRow): number => Number(price) * Number(qty)

/** A single liquidation as an entry. */
export function entryOf(row: LiquidationRow, t = row[1]): LiquidationEntry {
  const value = valueOf(row)
  return row[2] === 'long' ? { t, long: value, short: 0 } : { t, long: 0, short: value }
}

/**
 * The interval of statistics for bars of a cycle.
 *
 * Output  the cycle; for shorter bars and bars without a fixed length the finest interval from a minute on that has at
 *         most 10,000 rows in the range.
 */
export function statInterval(cycle: string, from: number, to: number): CycleName {
  const own = cycleMsOf(cycle) ?? 0
  if (isCycle(cycle) && own >= MINUTE_MS) return cycle
  const fitting = CYCLES.find(({ ms }) => ms >= MINUTE_MS && (to - from) / ms < MAX_ROWS)
  return (fitting ?? CYCLES[CYCLES.length - 1]).value
}

const open = ({ from, to }: DerivativesRange) => ({ from, ...(to === null ? {} : { to }) })

export const derivativesCalls: DerivativesCalls = {
  async loadLiquidations({ symbol, cycle }, range, identity, signal) {
    const options = { signal, timeoutMs: LOAD_MS }
    if (isCycle(cycle)) {
      const query = { symbol, ...open(range), interval: cycle }
      const answer = await requestData('GET /liquidations', identity, { query, ...options })
      return {
        entries: answer.sums.map(([t, , , long, short]) => ({ t, long: Number(long), short: Number(short) })),
        lastSeq: answer.last_seq,
        coverage: answer.coverage,
        completeness: answer.completeness,
      }
    }
    const query = { symbol, ...open(range), limit: PAGE_ROWS }
    const first = await requestData('GET /liquidations', identity, { query, ...options })
    const list = [...first.list]
    let { next } = first
    // The later pages are read up to the end of the first one: what is newer comes with the stream.
    for (let page = 1; next !== null && page < MAX_PAGES; page++) {
      const later: Liquidations = await requestData('GET /liquidations', identity, {
        query: { ...query, to: first.to, after: next },
        ...options,
      })
      list.push(...later.list)
      next = later.next
    }
    return {
      entries: list.filter(([seq]) => seq <= first.last_seq).map((row) => entryOf(row)),
      lastSeq: first.last_seq,
      coverage: first.coverage,
      completeness: first.completeness,
    }
  },

  async loadLargest({ symbol }, { count, ...range }, identity, signal) {
    const query = { symbol, ...open(range), largest: count }
    const answer = await requestData('GET /liquidations', identity, { query, signal, timeoutMs: LOAD_MS })
    const { list, last_seq: lastSeq, coverage, completeness } = answer
    return { list, lastSeq, coverage, completeness }
  },

  async loadOpenInterest({ symbol, cycle }, range, now, identity, signal) {
    const query = { symbol, ...open(range), interval: statInterval(cycle, range.from, range.to ?? now) }
    const answer = await requestData('GET /open_interest', identity, { query, signal, timeoutMs: LOAD_MS })
    return {
      intervalMs: answer.interval_ms,
      rows: answer.list.map(([t, , , , last]) => ({ t, value: Number(last) })),
    }
  },

  async loadFunding({ symbol, cycle }, range, now, identity, signal) {
    const query = { symbol, ...open(range), interval: statInterval(cycle, range.from, range.to ?? now) }
    const answer = await requestData('GET /funding', identity, { query, signal, timeoutMs: LOAD_MS })
    return {
      intervalMs: answer.interval_ms,
      rows: answer.list.flatMap(([t, rate]) => (rate === null ? [] : [{ t, value: Number(rate) }])),
    }
  },
}
