import { MAX_PROFILE_CELLS, MAX_PROFILE_ROWS, MAX_BIG_TRADES } from '@flowprint/contract'
import type { ProfileQuery, Indicators } from '@flowprint/contract'
import { stepText, leastNotional } from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import { AppError } from '../../platform/http/app-error.ts'
import { readPrecision } from './rules/query.ts'
import { ProfileTooLargeError } from '../store/index.ts'
import type { Instrument, ReadBudget, StoredProfile, TapeReads, BigTrades } from '../store/index.ts'
import { presentBigMarks } from './present/present-trades.ts'
import type { LoadedFootprint } from './load-footprint.ts'

/** Loads the profile for a request. A `to` in the future means up to now. */
export async function loadProfile(
  store: TapeReads,
  instrument: Instrument,
  query: ProfileQuery,
  {
    cut,
    isReplay = false,
    nowMs,
    budget,
  }: {
    readonly cut: number | undefined
    readonly isReplay?: boolean
    readonly nowMs: number
    readonly budget?: ReadBudget
  },
): Promise<StoredProfile> {
  const step = readPrecision(query.precision, instrument.tickSize)
  const to = query.to !== undefined && query.to <= nowMs ? { to: query.to } : {}
  try {
    return await store.readProfile(instrument, {
      from: query.from,
      ...to,
      step,
      maxCells: MAX_PROFILE_CELLS,
      maxRows: MAX_PROFILE_ROWS,
      budget,
      ...(cut === undefined ? {} : { cut, isReplay }),
    })
  } catch (error) {
    if (!(error instanceof ProfileTooLargeError)) throw error
    throw tooLarge(error, instrument)
  }
}

function tooLarge(error: ProfileTooLargeError, instrument: Instrument): AppError {
  const precision = error.smallestStep === null ? null : stepText(error.smallestStep, instrument.tickSize)
  const from = error.earliest === null ? null : new Date(error.earliest).toISOString()
  const params = { max: error.allowed, precision: precision ?? '-', from: from ?? '-' }
  const sentence = { error: 'TOO_MANY_CELLS', sentence: 'PROFILE_TOO_LARGE', params } as const
  return new AppError('TOO_MANY_CELLS', {
    sentences: [{ key: 'PROFILE_TOO_LARGE', params }],
    faults: [
      { field: 'precision', ...sentence },
      { field: 'from', ...sentence },
    ],
    data: { allowed: { ...(precision === null ? {} : { precision }), ...(from === null ? {} : { from }) } },
  })
}

/** Parameters of the request; the user's own size as decimal text. */
export interface BigTradesRequest {
  readonly from: number
  readonly to?: number | undefined
  readonly size: string
  readonly resume?: boolean
  readonly cut: number | undefined
  readonly isReplay?: boolean
  readonly budget?: ReadBudget | undefined
}

export function loadBigTrades(
  store: TapeReads,
  instrument: Instrument,
  { from, to, size, cut, isReplay = false, resume = false, budget }: BigTradesRequest,
): Promise<BigTrades> {
  return store.readBigTrades(instrument, {
    from,
    own: leastNotional(size, instrument),
    most: MAX_BIG_TRADES,
    resume,
    budget,
    ...(to === undefined ? {} : { to }),
    ...(cut === undefined ? {} : { cut, isReplay }),
  })
}

/** Big trades of the bars that start at `starts`, if the settings show them. */
export async function loadBigMarks(
  store: TapeReads,
  starts: readonly number[],
  loaded: LoadedFootprint,
  { bigTrades }: IndicatorSettings,
  budget?: ReadBudget,
): Promise<Pick<Indicators, 'big_trades' | 'big_trades_from'>> {
  if (starts.length === 0 || !bigTrades.show) return {}
  const { instrument, window, step, cut, replay } = loaded
  const stored = await loadBigTrades(store, instrument, {
    from: starts[0],
    to: window.to,
    size: bigTrades.size,
    cut,
    isReplay: replay !== undefined,
    budget,
  })
  const isPart = stored.from > starts[0] ? { big_trades_from: stored.from } : {}
  return { big_trades: presentBigMarks(stored, starts, instrument, step), ...isPart }
}
