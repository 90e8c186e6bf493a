import { loadBigTrades } from '../load-big-trades.ts'
import { loadInstrument } from '../load-instrument.ts'
import { presentBigTrades } from '../present/present-big-trades.ts'
import type { ReadBudget, TapeStore } from '../tape/index.ts'
import { JSON_HEAD, JSON_UNITS, successText } from './json-pieces.ts'
import type { BigTradesJob, StartedRead } from './read-job.ts'

/** GET /api/big_trades */
export async function startBigTrades(store: TapeStore, job: BigTradesJob, budget: ReadBudget): Promise<StartedRead> {
  const { query, size, cut, nowMs } = job
  const instrument = await loadInstrument(store, query.symbol)
  const to = query.to !== undefined && query.to <= nowMs ? query.to : undefined
  const stored = await loadBigTrades(store, instrument, { from: query.from, to, size, cut, resume: query.resume === true, budget })
  budget.spend((stored.list.length + stored.open.length) * JSON_UNITS)
  return { head: JSON_HEAD, pieces: [successText(presentBigTrades(stored, instrument, query.resume === true))] }
}
