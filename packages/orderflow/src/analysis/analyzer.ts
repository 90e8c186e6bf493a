import { BAR_COMPLETE, BAR_OPEN, NO_ROW } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { accumulateDelta, cvdResetOf } from '../delta/cvd.ts'
import type { CvdBefore } from '../delta/cvd.ts'
import {
  autoMinVolume,
  findRuns,
  fixedMinVolume,
  imbalanceRule,
  markImbalances,
  markStack,
} from '../footprint/imbalance.ts'
import type { ImbalanceRule, MinVolume, Run } from '../footprint/imbalance.ts'
import { pocRow, rawPocTick } from '../footprint/poc.ts'
import { valueArea } from '../footprint/value-area.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { effortAt, effortRule } from '../signals/effort.ts'
import type { EffortRule } from '../signals/effort.ts'
import { SignalBook } from '../signals/signal-book.ts'
import type { InstrumentUnits } from '../trades/trades.ts'
import { threshold } from '../units/lots.ts'
import type { Lots, Threshold } from '../units/lots.ts'
import { zonesBornAt } from '../zones/births.ts'
import { ZoneBook } from '../zones/zone-book.ts'
import type { BarRows } from '../zones/zone-book.ts'
import { NO_SUMS, vwapAnchorOf, VwapRun } from '../vwap/vwap.ts'
import type { VwapSums } from '../vwap/vwap.ts'
import { AnalysisColumns } from './analysis.ts'
import type { Analysis, Effort, Stack } from './analysis.ts'
import { BarHistory, EventList, LOOKBACK, MIN_LOOK_BACK } from './bar-history.ts'
import type { TimeRange } from './bar-history.ts'
import { MAX_ZONE_BARS } from '../settings/parse-settings.ts'

/** Inputs of an analysis in addition to the bars. */
export interface AnalysisContext {
  readonly units: InstrumentUnits
  /** CVD before the first bar, lots; 0 when absent. */
  readonly cvdOpen?: Lots
  /** The same in ticks x lots; 0 when absent. */
  readonly cvdQuoteOpen?: Lots
  /** VWAP sums before the first bar; absent: zero, null: unknown. */
  readonly vwapOpen?: VwapSums | null
  /** Missing time ranges, which cannot be derived from absent bars; none when absent. */
  readonly uncovered?: readonly TimeRange[]
}

/**
 * Computes all indicators of a growing run of bars incrementally.
 *
 * After each `update` the result equals `analyzeBars` of the same bars: for a change of the open bar, a closed bar, new
 * bars at the end, or a revision in the middle. Prepending bars requires a new Analyzer.
 *
 * Cost    update: one pass over the cells of the bars from `from` on, plus a lookback of 50 numbers for each; zones are
 *         stepped only for closed bars. Independent of the number of loaded bars, except for list copies when a list
 *         changed.
 */
export class Analyzer {
  private readonly settings: IndicatorSettings
  private readonly cvdBefore: CvdBefore
  private readonly share: Threshold
  private readonly imbalance: ImbalanceRule
  private readonly effort: EffortRule
  /** null: automatic. */
  private readonly fixedMinimum: MinVolume | null
  private readonly history: BarHistory
  private readonly columns = new AnalysisColumns()
  private readonly stacks = new EventList<Stack>()
  private readonly efforts = new EventList<Effort>()
  private readonly signals: SignalBook
  private readonly book: ZoneBook
  /** null: VWAP is off. */
  private readonly vwap: VwapRun | null
  private length = 0
  private step = 0
  private cycleMs = 0

  /** Input: parsed settings. Throws OrderflowError BAD_DECIMAL when the lot size is not a decimal number. */
  constructor(settings: IndicatorSettings, context: AnalysisContext) {
    this.settings = settings
    this.cvdBefore = { lots: context.cvdOpen ?? 0, quote: context.cvdQuoteOpen ?? 0 }
    this.share = threshold(settings.valueArea.share)
    this.imbalance = imbalanceRule(settings.imbalance)
    this.effort = effortRule(settings.effort)
    const { minVolume } = settings.imbalance
    this.fixedMinimum = minVolume === 'auto' ? null : fixedMinVolume(minVolume, context.units)
    this.history = new BarHistory(context.uncovered ?? [])
    this.signals = new SignalBook(settings)
    this.book = new ZoneBook(settings.zones)
    this.vwap =
      settings.vwap.anchor === 'off'
        ? null
        : new VwapRun(vwapAnchorOf(settings), context.vwapOpen === undefined ? NO_SUMS : context.vwapOpen)
  }

  /**
   * Updates the analysis to the current bars.
   *
   * Input   from: bars before this index are the same as in the last call (0 for the first call or another step).
   * Output  typed arrays are views, valid until the next update: copy (slice) what outlives it or is posted to another
   *         thread. The lists are immutable and stay the same object while nothing changed.
   * Throws  RangeError when `from` is not an index.
   */
  update(bars: Bars, from: number): Analysis {
    if (!Number.isInteger(from) || from < 0) throw new RangeError(`Condition failed: from is an index, had ${from}`)
    const sameGrid = bars.step === this.step && bars.cycleMs === this.cycleMs
    const start = sameGrid ? Math.min(from, this.length, bars.length) : 0
    // Until the update completes only the bars before `start` count as known, so that an exception leaves a consistent
    // state.
    this.length = start
    this.step = bars.step
    this.cycleMs = bars.cycleMs
    this.stacks.rewind(start)
    this.efforts.rewind(start)
    this.signals.rewind(start)
    this.book.rewind(start)
    this.columns.reserve('bar', bars.length)
    this.columns.reserve('cell', bars.cellStart[bars.length])
    this.history.reserve(bars.length)
    this.signals.reserve(bars.length)
    for (let i = start; i < bars.length; i++) this.analyzeBar(bars, i)
    const { vwap, vwapDeviation } = this.columns.columns
    accumulateDelta(bars, start, cvdResetOf(this.settings), this.cvdBefore, this.columns)
    if (this.vwap !== null) this.vwap.update(bars, start, vwap, vwapDeviation)
    else for (const column of [vwap, vwapDeviation]) column.fill(Number.NaN, start, bars.length)
    this.length = bars.length
    return {
      ...this.columns.view(bars.length, bars.cellStart[bars.length]),
      stacks: this.stacks.list(),
      efforts: this.efforts.list(),
      zones: this.book.list(),
      signals: this.signals.list(),
    }
  }

  private analyzeBar(bars: Bars, i: number): void {
    const { history } = this
    const { cellFlags } = this.columns.columns
    const grouped = pocRow(bars, i)
    history.take(bars, i, grouped)
    this.placeControl(bars, i, grouped)
    const minimum = this.fixedMinimum ?? this.automaticMinimum(i)
    this.columns.setLots('minVolume', i, minimum.lots)
    markImbalances(bars, i, this.imbalance, minimum.cutoff, cellFlags)

    const { stack, zones } = this.settings
    const runs = findRuns(bars, i, cellFlags, Math.min(stack.min, zones.stackMin))
    for (const run of runs) {
      if (rowsOf(run) >= stack.min) this.stacks.push(i, markStack(bars, bars.t[i], run, cellFlags))
    }
    const effort = effortAt(bars, i, this.effort, history)
    if (effort !== null) this.efforts.push(i, effort)

    const unfinished = this.signals.take(bars, i, history)
    if (bars.state[i] === BAR_OPEN) return
    const rows = barRows(bars, i)
    this.book.step(i, bars.t[i], rows)
    if (bars.state[i] !== BAR_COMPLETE) return
    const births = { history, runs: runs.filter((run) => rowsOf(run) >= zones.stackMin), effort, unfinished, rows }
    for (const seed of zonesBornAt(bars, i, births, zones.kinds)) this.book.bear(i, bars.t[i], seed, rows.close)
  }

  /** Point of control by the chosen basis, and the value area, which always uses the grouped one. */
  private placeControl(bars: Bars, i: number, grouped: number): void {
    const { columns } = this.columns
    const raw = this.settings.poc.basis === 'raw'
    const tick = raw ? rawPocTick(bars, i) : grouped * bars.step
    columns.pocTick[i] = tick
    columns.pocRow[i] = tick === NO_ROW ? NO_ROW : Math.floor(tick / bars.step)
    const area = valueArea(bars, i, this.share)
    columns.valRow[i] = area.valRow
    columns.vahRow[i] = area.vahRow
  }

  private automaticMinimum(i: number): MinVolume {
    const { history } = this
    if (history.count(i, LOOKBACK) < MIN_LOOK_BACK) return autoMinVolume(0, 0)
    return autoMinVolume(history.sumLots('volume', i, LOOKBACK), history.sum('cells', i, LOOKBACK))
  }
}

function rowsOf(run: Run): number {
  return run.last - run.first + 1
}

function barRows(bars: Bars, i: number): BarRows {
  return {
    low: Math.floor(bars.low[i] / bars.step),
    high: Math.floor(bars.high[i] / bars.step),
    close: Math.floor(bars.close[i] / bars.step),
  }
}

/**
 * Computes all indicators of these bars.
 *
 * Input   parsed settings; the context's cvdOpen belongs to the first bar.
 * Output  equal to that of an Analyzer after any sequence of updates that ends with these bars.
 * Cost    one pass over the cells, a sort of 20 to 50 numbers for bars that nearly fire a rule, live zones x bars.
 */
export function analyzeBars(bars: Bars, settings: IndicatorSettings, context: AnalysisContext): Analysis {
  return new Analyzer(settings, context).update(bars, 0)
}

/**
 * Number of lead-in bars that make the indicators of a window equal those of the whole history when its first 50 bars
 * are complete.
 */
export const LEAD_IN_BARS = LOOKBACK + MAX_ZONE_BARS

/**
 * The first bar from which no indicator depends on anything before these bars.
 *
 * Every rule has a lookback of at most 50 complete bars, and a zone lives for `expireBars` bars. The numbers of a bar
 * are therefore settled once 50 complete bars precede it here, and its zones `expireBars` bars later.
 *
 * Input   bars including their lead-in; expireBars: settings.zones.expireBars.
 * Output  index of the first bar whose imbalances, stacks, effort and zones (those alive at it and those born from it
 *         on) equal those of the whole history; bars.length when there is none. With a lead-in of 350 bars it is at
 *         most 350 exactly when the first 50 are complete: each incomplete one among them requires one more bar. A
 *         history that begins with these bars is settled from its first bar, which only the caller can know.
 * Cost    one pass over the states until 50 are found.
 * Source  docs/formulas/support-and-resistance.md, section "Lead-in".
 */
export function settledFrom(bars: Pick<Bars, 'length' | 'state'>, expireBars: number): number {
  let complete = 0
  for (let i = 0; i < bars.length; i++) {
    if (bars.state[i] === BAR_COMPLETE) complete += 1
    if (complete === LOOKBACK) return Math.min(i + 1 + expireBars, bars.length)
  }
  return bars.length
}
