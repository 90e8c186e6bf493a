import { loadInstrument } from '../../load-instrument.ts'
import { loadProfile } from '../load-profile.ts'
import { presentProfile } from '../present/present-profile.ts'
import type { ReadBudget, TapeStore } from '../../store/index.ts'
import { JSON_HEAD, JSON_UNITS, successText } from './json-pieces.ts'
import type { ProfileJob, StartedRead } from './read-job.ts'

/** GET /api/profile */
export async function startProfile(store: TapeStore, job: ProfileJob, budget: ReadBudget): Promise<StartedRead> {
  const { query, share, cut, nowMs } = job
  const instrument = await loadInstrument(store, query.symbol)
  const stored = await loadProfile(store, instrument, query, { cut, nowMs, budget })
  budget.spend(stored.sum.row.length * JSON_UNITS)
  return {
    head: JSON_HEAD,
    pieces: [successText(presentProfile(stored, query, { share, delayed: cut !== undefined }))],
  }
}
