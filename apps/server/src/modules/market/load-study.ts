import type { AnalysisContext, Bars, IndicatorSettings } from '@flowprint/orderflow'
import { cycleNameOf, stepText } from '@flowprint/orderflow'
import { loadFootprint } from './load-footprint.ts'
import { presentAnswer } from './present/present-answer.ts'
import { wholeBars } from './present/present-footprint.ts'
import type { Instrument, TapeStore } from './tape/index.ts'

export interface StudyQuery {
  readonly cycleMs: number
  /** Row height in ticks. */
  readonly step: number
  readonly settings: IndicatorSettings
  /** Newest bars wanted; those that indicators look back on come before them. */
  readonly limit: number
  readonly cut: number | undefined
  readonly nowMs: number
}

export interface Study {
  /** Oldest first, those looked back on included, with their states; the open ones stand last. */
  readonly bars: Bars
  readonly context: AnalysisContext
  /** ms; null = infinity. */
  readonly watermark: number | null
}

/** Bars of a market as a chart of it holds them, for whoever judges them without a chart. Throws as the calls do. */
export async function loadStudy(store: TapeStore, instrument: Instrument, query: StudyQuery): Promise<Study> {
  const { cycleMs, step, settings, limit, cut, nowMs } = query
  const asked = {
    symbol: instrument.symbol,
    cycle: cycleNameOf(cycleMs) as string,
    precision: stepText(step, instrument.tickSize),
    limit,
  }
  const loaded = await loadFootprint(store, instrument, asked as never, { settings, withLeadIn: true, cut, nowMs })
  const { history, coverage } = loaded
  return {
    bars: wholeBars(presentAnswer(loaded, asked as never, settings), settings),
    context: {
      units: instrument,
      cvdOpen: history.cvdOpen,
      uncovered: coverage.gaps.map(({ from, to }) => ({ fromTs: from, toTs: to })),
    },
    watermark: history.watermark,
  }
}
