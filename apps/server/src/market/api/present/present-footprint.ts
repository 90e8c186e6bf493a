import type { Footprint, FootprintQuery, Indicators } from '@flowprint/contract'
import {
  LiveBars,
  analyzeBars,
  encodeSettings,
  lotsAt,
  lowerBoundT,
  needsNativeRows,
  sequenceNumbers,
  stepText,
  vwapAnchorOf,
  vwapOpenAt,
} from '@flowprint/orderflow'
import type { Analysis, Answer, Bars, IndicatorSettings, Lots } from '@flowprint/orderflow'
import { isDelayed } from '../reads/read-job.ts'
import type { LoadedFootprint } from '../load-footprint.ts'
import { decimalWriter } from '../../text.ts'
import { barTexts } from './present-bars.ts'
import { presentCoverage } from './present-menus.ts'
import { presentIndicators, numberMarks, presentVwap, presentVwapOpen } from './present-indicators.ts'
import { baseUnit, quoteUnit } from './present-trades.ts'

/** The JSON answer of /footprint, with bars written one by one. */
export interface FootprintParts {
  readonly before: Omit<Footprint, 'bars' | 'indicators' | 'coverage'>
  /** Starts of the bars, ms. */
  readonly starts: readonly number[]
  /** JSON text of the bars, separated by commas. */
  readonly barTexts: () => Iterable<string>
  readonly after: Pick<Footprint, 'indicators' | 'coverage'>
}

/**
 * The JSON answer of /footprint.
 * Input   `answer`: the contents of the packed answer; `asked`: a setting was given, so the effective ones are echoed.
 * Output  the open bar is last, folded up to the end of the tape. Lead-in bars are included only on request.
 */
export function presentFootprint(
  loaded: LoadedFootprint,
  answer: Answer,
  query: FootprintQuery,
  options: { readonly settings: IndicatorSettings; readonly asked: boolean },
): FootprintParts {
  const { instrument, history } = loaded
  const { settings, asked } = options
  const bars = wholeBars(answer, settings)
  const analysis = analyzeBars(bars, settings, {
    units: instrument,
    cvdOpen: history.cvdOpen,
    vwapOpen: history.vwapOpen,
    uncovered: loaded.history.coverage.gaps.map(({ from, to }) => ({ fromTs: from, toTs: to })),
  })
  // The tail starts at the last closed minute, so shorter bars may be more than were requested.
  const numbers = history.sequence === undefined ? null : sequenceNumbers(bars, history.sequence.firstNumber)
  const newest = Math.max(0, bars.length - loaded.window.limit)
  const leadIn = Math.max(Math.min(history.leadIn, bars.length), numbers === null ? newest : wholeMs(bars, newest))
  const first = query.lead_in === true ? 0 : leadIn
  const price = decimalWriter(instrument.tickSize)
  const volume = query.unit === 'quote' ? quoteUnit(bars, instrument) : baseUnit(bars, instrument)
  const shown = { first, price, volume }
  const vwap = settings.vwap.anchor === 'off' ? {} : { vwap: presentVwap(bars, analysis, first, instrument) }
  const marks = (): Indicators => ({ ...presentIndicators(bars, analysis, shown), ...vwap })
  const before: FootprintParts['before'] = {
    symbol: instrument.symbol,
    cycle: query.cycle,
    precision: stepText(loaded.step, instrument.tickSize),
    tick_size: instrument.tickSize,
    lot_size: instrument.lotSize,
    instrument_version: instrument.version,
    tape: instrument.tape,
    last_seq: history.lastSeq,
    watermark: history.watermark,
    delayed: isDelayed(loaded),
    simulated: instrument.simulated,
    ...(query.unit === 'quote' ? { unit: 'quote' as const } : {}),
    ...(asked || query.indicators === true ? { settings: encodeSettings(settings) } : {}),
    cvd_open: decimalWriter(instrument.lotSize)(cvdBefore(analysis, first, history.cvdOpen)),
    vwap_open: presentVwapOpen(vwapOpenAt(bars, first, vwapAnchorOf(settings), history.vwapOpen), instrument),
  }
  return {
    before,
    starts: Array.from(bars.t.subarray(first, bars.length), Math.floor),
    barTexts: () => barTexts(bars, analysis, { ...shown, leadIn, numbers }),
    after: {
      ...(query.indicators === true
        ? { indicators: numbers === null ? marks() : numberMarks(marks(), bars, numbers) }
        : {}),
      ...(first >= bars.length ? { coverage: presentCoverage(instrument, loaded.history.coverage) } : {}),
    },
  }
}

/** Closed bars, followed by the open ones as a client would fold them. */
export function wholeBars(answer: Answer, settings: IndicatorSettings): Bars {
  if (answer.open === null && answer.tail === null) return answer.bars
  const whole: Answer = { ...answer, meta: { ...answer.meta, to: null } }
  return new LiveBars(whole, { native: needsNativeRows(settings) }).bars()
}

/** The first bar that begins in the millisecond of bar i: they are shown together. */
function wholeMs(bars: Bars, i: number): number {
  return i < bars.length ? lowerBoundT(bars, Math.floor(bars.t[i])) : i
}

function cvdBefore(analysis: Analysis, first: number, before: Lots): Lots {
  return first < analysis.length ? lotsAt(analysis, 'cvdOpen', first) : before
}
