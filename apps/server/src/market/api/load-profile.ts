import { MAX_PROFILE_CELLS, MAX_PROFILE_ROWS } from '@flowprint/contract'
import type { ProfileQuery } from '@flowprint/contract'
import { stepText } from '@flowprint/orderflow'
import { AppError } from '../../platform/http/app-error.ts'
import { readPrecision } from './rules/read-precision.ts'
import { ProfileTooLargeError } from '../store/index.ts'
import type { Instrument, ReadBudget, StoredProfile, TapeStore } from '../store/index.ts'

/** Loads the profile for a request. A `to` in the future means up to now. */
export async function loadProfile(
  store: TapeStore,
  instrument: Instrument,
  query: ProfileQuery,
  { cut, nowMs, budget }: { readonly cut: number | undefined; readonly nowMs: number; readonly budget?: ReadBudget },
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
      ...(cut === undefined ? {} : { cut }),
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
