import { FOOTPRINT_MIME } from '@flowprint/contract'
import { encodeAnswer } from '@flowprint/orderflow'
import { loadBigMarks } from '../load-big-trades.ts'
import { loadFootprint } from '../load-footprint.ts'
import { loadInstrument } from '../../load-instrument.ts'
import { presentAnswer } from '../present/present-answer.ts'
import { presentFootprint } from '../present/present-footprint.ts'
import type { ReadBudget, TapeStore } from '../../store/index.ts'
import { answerTexts, joined, JSON_HEAD, JSON_UNITS, VARY } from './json-pieces.ts'
import type { FootprintJob, StartedRead } from './read-job.ts'

/** GET /api/footprint */
export async function startFootprint(store: TapeStore, job: FootprintJob, budget: ReadBudget): Promise<StartedRead> {
  const { query, settings, asked, json, delayMs, cut, nowMs } = job
  const instrument = await loadInstrument(store, query.symbol)
  const withLeadIn = query.lead_in === true || (json && query.indicators === true)
  const loaded = await loadFootprint(store, instrument, query, { settings, withLeadIn, cut, nowMs, budget })
  const { bars, open, tail } = loaded.history
  budget.spend((bars.row.length + (open?.row.length ?? 0) + tail.length) * (json ? JSON_UNITS : 1))
  const answer = presentAnswer(loaded, query, settings, delayMs)
  if (!json) {
    return { head: { type: FOOTPRINT_MIME, headers: VARY }, pieces: [encodeAnswer(answer)] }
  }
  const { before, starts, barTexts, after } = presentFootprint(loaded, answer, query, { settings, asked })
  const indicators =
    after.indicators === undefined
      ? {}
      : { indicators: { ...after.indicators, ...(await loadBigMarks(store, starts, loaded, settings, budget)) } }
  return {
    head: { ...JSON_HEAD, headers: VARY },
    pieces: joined(answerTexts(before, 'bars', barTexts(), { ...after, ...indicators })),
  }
}
