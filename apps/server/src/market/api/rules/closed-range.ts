import {
  cvdResetOf,
  cvdSessionStart,
  cycleMsOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  vwapAnchorOf,
  vwapStart,
} from '@flowprint/orderflow'
import type { FootprintJob, ReadJob } from '../reads/read-job.ts'
import { firstStartAt } from './query.ts'

/** A time range, [from, to) in ms. */
export interface ClosedRange {
  readonly from: number
  readonly to: number
}

/** Sweeps that begin before the end of a range are followed at most this far beyond it (`readBigTrades`). */
const SWEEPS_END_WITHIN_MS = 2 * HOUR_MS

/**
 * The stored data that the answer depends on, apart from the moment it is made; null when the answer has no end. The
 * answer is final once this range is closed, except for revisions of it.
 */
export function closedRangeOf(job: ReadJob): ClosedRange | null {
  switch (job.kind) {
    case 'coverage':
    case 'book':
    case 'depth':
    case 'liquidations':
    case 'openInterest':
    case 'funding':
    case 'replayTarget':
      return null
  }
  // A replay ends at its cut, whose minute is described as a whole.
  const end = job.replay === undefined ? Infinity : Math.ceil((job.cut ?? Infinity) / MINUTE_MS) * MINUTE_MS
  const to = Math.min(job.query.to ?? Infinity, end)
  if (to > job.nowMs) return null
  switch (job.kind) {
    case 'footprint':
      return footprintRange(job, to)
    case 'profile':
    case 'trades':
      return { from: job.query.from, to }
    case 'bigTrades':
      // The usual size and the beginning of a sweep depend on earlier hours, as far back as needed.
      return { from: 0, to: job.query.resume === true ? to : sweepsEnd(to) }
    case 'export':
      if (job.query.what !== 'trades' && job.query.what !== 'bars') return null
      return job.query.what === 'trades' || job.query.cycle === undefined
        ? { from: job.query.from, to }
        : barsRange(job.query.cycle, job.query.from, to)
  }
}

function footprintRange({ query, settings, json }: FootprintJob, to: number): ClosedRange {
  const cycleMs = cycleMsOf(query.cycle) ?? 0
  const withIndicators = json && query.indicators === true
  // A number of bars, and the lead-in, begin where there are enough of them.
  const hasStart = query.from !== undefined && query.lead_in !== true && !withIndicators
  const range = barsRange(query.cycle, hasStart ? (query.from as number) : 0, to)
  const from = hasStart
    ? Math.min(
        range.from,
        cvdSessionStart(range.from, cvdResetOf(settings), cycleMs),
        vwapStart(range.from, vwapAnchorOf(settings), cycleMs) ?? range.from,
      )
    : 0
  const bigTradesEnd = withIndicators && settings.bigTrades.show ? sweepsEnd(range.to) : range.to
  return { from: Math.max(0, from), to: bigTradesEnd }
}

/** Bars that start in [from, to): whole ones; bars of fills and of volume restart with each UTC day. */
function barsRange(cycle: string, from: number, to: number): ClosedRange {
  const cycleMs = cycleMsOf(cycle) ?? 0
  if (cycleMs > 0) return { from: firstStartAt(from, cycleMs), to: firstStartAt(to, cycleMs) }
  return { from: Math.floor(from / DAY_MS) * DAY_MS, to: Math.ceil(to / DAY_MS) * DAY_MS }
}

const sweepsEnd = (to: number): number => Math.ceil(to / HOUR_MS) * HOUR_MS + SWEEPS_END_WITHIN_MS
