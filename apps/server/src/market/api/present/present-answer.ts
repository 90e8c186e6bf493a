import type { FootprintQuery } from '@flowprint/contract'
import { cvdOpenMeta, encodeSettings, stepText, vwapOpenMeta, barStart } from '@flowprint/orderflow'
import type { Answer, AnswerMeta, IndicatorSettings, TailGap } from '@flowprint/orderflow'
import { isDelayed } from '../reads/read-job.ts'
import type { LoadedFootprint } from '../load-footprint.ts'
import type { Coverage, History } from '../../store/index.ts'
import type { BarWindow } from '../rules/query.ts'

/** The packed answer of /footprint, before packing. `delayMs`: the reader's delay. */
export function presentAnswer(
  loaded: LoadedFootprint,
  query: FootprintQuery,
  settings: IndicatorSettings,
  delayMs = 0,
): Answer {
  const { history } = loaded
  const { open, tail } = history
  return {
    meta: presentMeta(loaded, query, settings, delayMs),
    bars: history.bars,
    open: open !== null && open.length > 0 ? open : null,
    tail: tail.length > 0 ? tail : null,
  }
}

function presentMeta(
  loaded: LoadedFootprint,
  query: FootprintQuery,
  settings: IndicatorSettings,
  delayMs: number,
): AnswerMeta {
  const { instrument, cycleMs, step, window, leadIn, history, cut } = loaded
  const { coverage } = history
  const delayed = isDelayed(loaded)
  return {
    symbol: instrument.symbol,
    cycle: query.cycle,
    cycle_ms: cycleMs,
    ...(history.sequence === undefined ? {} : { first_number: history.sequence.firstNumber }),
    precision: stepText(step, instrument.tickSize),
    step,
    tick_size: instrument.tickSize,
    lot_size: instrument.lotSize,
    instrument_version: instrument.version,
    tape: instrument.tape,
    last_seq: history.lastSeq,
    watermark: history.watermark,
    closed_until: history.closedUntil,
    ...answerRange(history, window, leadIn, cycleMs),
    lead_in: history.leadIn,
    delayed,
    ...(delayed ? { delay_ms: delayMs } : {}),
    ...(loaded.replay === undefined ? {} : { as_of: cut }),
    simulated: instrument.simulated,
    side: instrument.side,
    ...cvdOpenMeta(history.cvdOpen, history.cvdQuoteOpen),
    ...vwapOpenMeta(history.vwapOpen),
    tail_gaps: tailGaps(coverage, history.closedUntil),
    coverage:
      coverage.from === null || coverage.to === null
        ? null
        : { from: coverage.from, to: coverage.to, proof: coverage.proof, gaps: coverage.gaps.length },
    settings: encodeSettings(settings),
  }
}

/**
 * The time range an answer covers without a gap (`from` and `to` of AnswerMeta).
 * Rules   `from` is the start of the first bar when a limit cut off older ones; otherwise the requested start, or null
 * when none was requested (the answer begins with the tape).
 */
function answerRange(
  history: History,
  window: BarWindow,
  leadIn: number,
  cycleMs: number,
): Pick<AnswerMeta, 'from' | 'to'> {
  const { bars, leadIn: got, sequence } = history
  if (sequence !== undefined) return { from: sequence.from, to: window.to ?? null }
  const inWindow = bars.length - got + barsOfTail(history, cycleMs)
  const cutByLimit = inWindow >= window.limit
  const first = bars.length > 0 ? bars.t[0] : firstOfTail(history, cycleMs)
  const to = window.to ?? null
  // Fewer bars before the window than requested: the tape begins with them.
  if (leadIn > 0) return { from: got < leadIn ? null : first, to }
  return { from: cutByLimit ? first : (window.from ?? null), to }
}

function barsOfTail({ open, tail }: History, cycleMs: number): number {
  const starts = new Set<number>(open === null ? [] : open.t)
  for (let i = 0; i < tail.length; i++) starts.add(barStart(tail.ts[i], cycleMs))
  return starts.size
}

function firstOfTail({ open, tail }: History, cycleMs: number): number | null {
  if (open !== null && open.length > 0) return open.t[0]
  return tail.length > 0 ? barStart(tail.ts[0], cycleMs) : null
}

/**
 * Gaps that overlap the open minutes: the client sets the states of the bars it folds itself. Includes the time before
 * the first trade, which is unknown.
 */
function tailGaps(coverage: Coverage, closedUntil: number | null): TailGap[] {
  if (closedUntil === null) return []
  const gaps = coverage.gaps
    .filter((gap) => gap.to >= closedUntil)
    .map(({ from, to, state }): TailGap => ({ from, to, state: state === 'lost' ? 'incomplete' : 'repairing' }))
  const first = coverage.from
  if (first === null || first <= closedUntil) return gaps
  return [{ from: closedUntil, to: first - 1, state: 'incomplete' }, ...gaps]
}
