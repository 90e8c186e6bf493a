import { loadInstrument } from '../../load-instrument.ts'
import { presentCoverage } from '../present/present-coverage.ts'
import type { ReadBudget, TapeStore } from '../../store/index.ts'
import { answerTexts, joined, JSON_HEAD, JSON_UNITS } from './json-pieces.ts'
import type { CoverageJob, StartedRead } from './read-job.ts'

/** GET /api/coverage */
export async function startCoverage(
  store: TapeStore,
  { symbol, cut }: CoverageJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const instrument = await loadInstrument(store, symbol)
  const { gaps, ...rest } = presentCoverage(instrument, await store.coverage(instrument, cut))
  budget.spend(gaps.length * JSON_UNITS)
  return { head: JSON_HEAD, pieces: joined(answerTexts(rest, 'gaps', entryTexts(gaps))) }
}

function* entryTexts(entries: readonly object[]): Generator<string> {
  for (const [i, entry] of entries.entries()) yield (i === 0 ? '' : ',') + JSON.stringify(entry)
}
