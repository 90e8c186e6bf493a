import type { FootprintQuery } from '@flowprint/contract'
import { cvdOpenMeta, encodeSettings, stepText, vwapOpenMeta } from '@flowprint/orderflow'
import type { Answer, AnswerMeta, IndicatorSettings } from '@flowprint/orderflow'
import type { LoadedFootprint } from '../load-footprint.ts'
import { answerRange, tailGaps } from '../rules/answer-range.ts'

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
  const { instrument, cycleMs, step, window, leadIn, history, coverage, cut } = loaded
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
    delayed: cut !== undefined,
    ...(cut === undefined ? {} : { delay_ms: delayMs }),
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
