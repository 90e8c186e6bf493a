import { ALERT_HISTORY_DAYS, MAX_SEARCHED_BARS } from '@flowprint/contract'
import type { ReplayTarget, ReplayTargetQuery } from '@flowprint/contract'
import { analyzeBars, barStart, cycleMsOf, DAY_MS } from '@flowprint/orderflow'
import type { Analysis, IndicatorSettings } from '@flowprint/orderflow'
import type { Instrument, ReadBudget, TapeReads } from '../store/index.ts'
import { loadFootprint } from './load-footprint.ts'
import { presentAnswer } from './present/present-answer.ts'
import { wholeBars } from './present/present-footprint.ts'

/** Bars read at a time. */
const WINDOW_BARS = 500
/** Days searched for a session: longer than any holiday. */
const MAX_DAYS = 30

interface Search {
  readonly settings: IndicatorSettings
  readonly cut: number | undefined
  readonly nowMs: number
  readonly budget: ReadBudget
}

/** Market time of the caller's next or previous own alert on a market, between two moments, both exclusive; null: none. */
export type FindAlertTime = (query: {
  readonly accountId: number
  readonly symbol: string
  readonly direction: 'next' | 'previous'
  readonly after: number
  readonly before: number
}) => Promise<number | null>

interface AlertSearch {
  readonly accountId: number
  readonly cut: number | undefined
  readonly nowMs: number
}

/**
 * The moment of an own alert: a millisecond after it fired, when the trade that fired it is visible.
 * Rules   nothing later than the reader's present is found, and the history of alerts reaches ALERT_HISTORY_DAYS back.
 */
export async function findOwnAlert(
  find: FindAlertTime,
  { symbol, from, direction = 'next' }: ReplayTargetQuery,
  { accountId, cut, nowMs }: AlertSearch,
): Promise<ReplayTarget> {
  const end = Math.min(cut ?? Infinity, nowMs)
  const isNext = direction === 'next'
  if (isNext && from >= end) return { t: null, searched: from }
  const range = isNext ? { after: from - 1, before: end } : { after: -1, before: Math.min(from - 1, end) }
  const fired = await find({ accountId, symbol, direction, ...range })
  if (fired !== null) return { t: fired + 1, searched: fired + 1 }
  return { t: null, searched: isNext ? end : Math.min(from, nowMs - ALERT_HISTORY_DAYS * DAY_MS) }
}

/**
 * The moment that a replay jumps to.
 * Rules   a signal is visible when its bar has ended, so its moment is the end of the bar; time bars only, others end when
 *         trades end them: null.
 * Cost    at most MAX_SEARCHED_BARS bars with their indicators, or the coverage and a trade a day.
 */
export async function findReplayTarget(
  store: TapeReads,
  instrument: Instrument,
  query: ReplayTargetQuery,
  search: Search,
): Promise<ReplayTarget> {
  const end = Math.min(search.cut ?? Infinity, search.nowMs)
  if (query.from >= end && query.direction !== 'previous') return { t: null, searched: query.from }
  return query.kind === 'session'
    ? findSession(store, instrument, query, end, search)
    : findSignal(store, instrument, query, end, search)
}

async function findSession(
  store: TapeReads,
  instrument: Instrument,
  { from, direction = 'next' }: ReplayTargetQuery,
  end: number,
  { cut, budget }: Search,
): Promise<ReplayTarget> {
  const isNext = direction === 'next'
  let day = isNext ? (Math.floor(from / DAY_MS) + 1) * DAY_MS : (Math.ceil(from / DAY_MS) - 1) * DAY_MS
  for (let days = 0; days < MAX_DAYS && day < end; days++) {
    const range = { from: day, to: Math.min(day + DAY_MS, end), limit: 1 }
    const { length } = await store.readTrades(instrument, { ...range, ...(cut === undefined ? {} : { cut }), budget })
    if (length > 0) return { t: day, searched: day }
    day += isNext ? DAY_MS : -DAY_MS
  }
  return { t: null, searched: Math.min(day, end) }
}

async function findSignal(
  store: TapeReads,
  instrument: Instrument,
  query: ReplayTargetQuery,
  end: number,
  { settings, cut, nowMs, budget }: Search,
): Promise<ReplayTarget> {
  const { symbol, cycle, precision, from, direction = 'next' } = query
  const cycleMs = cycleMsOf(cycle) ?? 0
  if (cycleMs === 0) return { t: null, searched: from }
  const isNext = direction === 'next'
  const { from: begin } = await store.coverage(instrument, cut)
  // The bar that contains `from` ends after it; going back, the last bar that ends before it.
  let at = isNext ? barStart(from, cycleMs) : barStart(from - 1, cycleMs)
  for (let count = 0; count < MAX_SEARCHED_BARS; count += WINDOW_BARS) {
    const span = WINDOW_BARS * cycleMs
    const [start, stop] = isNext ? [at, Math.min(at + span, barStart(end, cycleMs))] : [at - span, at]
    if (start >= stop || (!isNext && (begin === null || stop <= begin))) break
    const asked = { symbol, cycle, precision, from: Math.max(0, start), to: stop }
    const loaded = await loadFootprint(store, instrument, asked, { settings, withLeadIn: true, cut, nowMs, budget })
    const bars = wholeBars(presentAnswer(loaded, asked, settings), settings)
    const analysis = analyzeBars(bars, settings, {
      units: instrument,
      cvdOpen: loaded.history.cvdOpen,
      vwapOpen: loaded.history.vwapOpen,
      uncovered: loaded.history.coverage.gaps.map((gap) => ({ fromTs: gap.from, toTs: gap.to })),
    })
    const times = signalTimes(analysis)
      .filter((t) => t >= start && t < stop)
      .map((t) => t + cycleMs)
      .filter((t) => (isNext ? t > from : t < from))
    if (times.length > 0) {
      const t = isNext ? Math.min(...times) : Math.max(...times)
      return { t, searched: t }
    }
    at = isNext ? stop : start
  }
  return { t: null, searched: Math.min(Math.max(at, 0), end) }
}

/** Starts of the bars whose end shows a signal; an absorption is confirmed by a later bar. */
const signalTimes = ({ stacks, efforts, signals }: Analysis): readonly number[] => [
  ...stacks.map(({ t }) => t),
  ...efforts.map(({ t }) => t),
  ...signals.absorptions.map(({ known }) => known),
  ...signals.exhaustions.map(({ t }) => t),
]
