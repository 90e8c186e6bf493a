import { LEAD_IN_BARS, MAX_BARS, MAX_CELLS } from '@flowprint/contract'
import type { FootprintQuery } from '@flowprint/contract'
import {
  cvdResetOf,
  cycleMsOf,
  needsNativeRows,
  sequenceRule,
  stepText,
  vwapAnchorOf,
  ladder,
} from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import { AppError, refuse } from '../../platform/http/app-error.ts'
import { barWindow, barsPossible, readPrecision } from './rules/query.ts'
import type { BarWindow } from './rules/query.ts'
import { TooManyCellsError } from '../store/index.ts'
import type { Coverage, History, Instrument, ReadBudget, TapeReads, HistoryQuery } from '../store/index.ts'

/** Data of a /footprint answer, packed or JSON. */
export interface LoadedFootprint {
  readonly instrument: Instrument
  readonly cycleMs: number
  readonly step: number
  readonly window: BarWindow
  /** Bars requested before the window; `history.leadIn` is the actual number. */
  readonly leadIn: number
  readonly history: History
  readonly cut: number | undefined
  /** See `ReadJob`. */
  readonly replay?: { readonly isDelayed: boolean } | undefined
}

export interface FootprintOptions {
  readonly settings: IndicatorSettings
  /** Bars before the window are needed, to be shown or to compute indicators. */
  readonly withLeadIn: boolean
  readonly cut: number | undefined
  readonly replay?: { readonly isDelayed: boolean } | undefined
  readonly nowMs: number
  readonly budget?: ReadBudget | undefined
}

/**
 * Loads the data for a request. The arguments are already validated, except for the precision and the width of the
 * window.
 */
export async function loadFootprint(
  store: TapeReads,
  instrument: Instrument,
  query: FootprintQuery,
  options: FootprintOptions,
): Promise<LoadedFootprint> {
  const { settings, cut, replay, nowMs, budget } = options
  const isReplay = replay !== undefined
  const sequence = sequenceRule(query.cycle, instrument.lotSize)
  const cycleMs = cycleMsOf(query.cycle) ?? 0
  if (cycleMs === 0 && sequence === null) refuse([{ field: 'cycle', error: 'VOLUME_RANGE', params: {} }])
  const step = readPrecision(query.precision, instrument.tickSize)
  const window = barWindow(query, cycleMs, nowMs)
  const leadIn = options.withLeadIn ? LEAD_IN_BARS : 0
  if (query.limit === undefined && sequence === null) {
    const known = await store.coverage(instrument, cut, isReplay)
    if (barsPossible(window, cycleMs, known) > MAX_BARS) refuseWidth(window, cycleMs, known, nowMs)
  }
  const asked = {
    cycleMs,
    ...(sequence === null ? {} : { sequence }),
    step,
    ...window,
    leadIn,
    rawPoc: needsNativeRows(settings),
    cvdReset: cvdResetOf(settings),
    vwapAnchor: vwapAnchorOf(settings),
    maxCells: MAX_CELLS,
    budget,
    ...(cut === undefined ? {} : { cut, isReplay }),
  }
  try {
    const history = await store.readHistory(instrument, asked)
    if (query.limit === undefined && sequence !== null) refuseCut(history, window)
    return { instrument, cycleMs, step, window, leadIn, history, cut, replay }
  } catch (error) {
    if (!(error instanceof TooManyCellsError)) throw error
    throw tooManyCells(await findAllowed(store, instrument, asked, error), instrument)
  }
}

function refuseWidth(window: BarWindow, cycleMs: number, coverage: Coverage, nowMs: number): never {
  const end = Math.min(window.to ?? nowMs, (coverage.to ?? nowMs) + cycleMs)
  const earliest = new Date(end - (MAX_BARS - 1) * cycleMs).toISOString()
  throw new AppError('VALIDATION', {
    faults: [{ field: 'from', error: 'TOO_MANY_BARS', params: { max: MAX_BARS, earliest } }],
  })
}

/** The number of fills or volume bars in a time range is only known after building them. */
function refuseCut({ bars, leadIn, sequence }: History, window: BarWindow): void {
  const isCut = window.from !== undefined && bars.length - leadIn >= MAX_BARS
  const isStopped = window.from !== undefined && leadIn === 0 && (sequence?.from ?? 0) > window.from
  if (!isCut && !isStopped) return
  const earliest = new Date(isCut ? bars.t[leadIn] : (sequence?.from as number)).toISOString()
  refuse([{ field: 'from', error: 'TOO_MANY_BARS', params: { max: MAX_BARS, earliest } }])
}

function tooManyCells(allowed: Allowed, instrument: Instrument): AppError {
  const precision = stepText(allowed.step, instrument.tickSize)
  const { limit } = allowed
  const params = { max: MAX_CELLS, precision, limit }
  return new AppError('TOO_MANY_CELLS', {
    params,
    faults: [
      { field: 'precision', error: 'TOO_MANY_CELLS', params },
      { field: 'limit', error: 'TOO_MANY_CELLS', params },
    ],
    data: { allowed: { precision, limit } },
  })
}

export interface Allowed {
  /** Row height in ticks. */
  readonly step: number
  readonly limit: number
}

/**
 * Suggests requests that would fit: the smallest ladder step at the given limit, or a limit at the given step. Both are
 * verified by reading, because sparse rows do not become fewer in proportion to their height.
 * Cost    some reads that stop where the answer becomes too large.
 */
async function findAllowed(
  store: TapeReads,
  instrument: Instrument,
  query: HistoryQuery & { readonly limit: number },
  refused: TooManyCellsError,
): Promise<Allowed> {
  const fits = async (changed: Partial<HistoryQuery>): Promise<boolean> => {
    try {
      await store.readHistory(instrument, { ...query, ...changed })
      return true
    } catch (error) {
      if (error instanceof TooManyCellsError) return false
      throw error
    }
  }
  const steps = ladder(instrument.tickSize).filter((step) => step > query.step)
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await fits({ step: steps[middle] })) high = middle
    else low = middle + 1
  }
  let limit = Math.min(refused.largestLimit, query.limit)
  while (limit > 1 && !(await fits({ limit }))) limit = Math.floor(limit * SHRINK)
  return { step: steps[low] ?? query.step, limit }
}

const SHRINK = 0.8
