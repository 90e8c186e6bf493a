import type { AnalysisContext, Bars, IndicatorSettings } from '@flowprint/orderflow'
import { cycleNameOf, stepText } from '@flowprint/orderflow'
import { loadFootprint } from './load-footprint.ts'
import { presentAnswer } from './present/present-answer.ts'
import { wholeBars } from './present/present-footprint.ts'
import type { Instrument, TapeReads } from '../store/index.ts'

export interface StudyQuery {
  readonly cycleMs: number
  /** Row height in ticks. */
  readonly step: number
  readonly settings: IndicatorSettings
  /** Number of newest bars; the bars that indicators look back on are added before them. */
  readonly limit: number
  readonly cut: number | undefined
  readonly nowMs: number
}

export interface Study {
  /** Oldest first, including the lookback, with their states; the open ones are last. */
  readonly bars: Bars
  readonly context: AnalysisContext
  /** ms; null = infinity. */
  readonly watermark: number | null
}

/** Loads a market's bars as its chart shows them, for evaluation without a chart. Throws like the calls. */
export async function loadStudy(store: TapeReads, instrument: Instrument, query: StudyQuery): Promise<Study> {
  const { cycleMs, step, settings, limit, cut, nowMs } = query
  const asked = {
    symbol: instrument.symbol,
    cycle: cycleNameOf(cycleMs) as string,
    precision: stepText(step, instrument.tickSize),
    limit,
  }
  const loaded = await loadFootprint(store, instrument, asked as never, { settings, withLeadIn: true, cut, nowMs })
  const { history } = loaded
  return {
    bars: wholeBars(presentAnswer(loaded, asked as never, settings), settings),
    context: {
      units: instrument,
      cvdOpen: history.cvdOpen,
      vwapOpen: history.vwapOpen,
      uncovered: history.coverage.gaps.map(({ from, to }) => ({ fromTs: from, toTs: to })),
    },
    watermark: history.watermark,
  }
}
