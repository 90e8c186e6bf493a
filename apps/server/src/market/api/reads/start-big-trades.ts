import { BIG_TRADES_MIME } from '@flowprint/contract'
import { loadBigTrades } from '../load-big-trades.ts'
import { loadInstrument } from '../../load-instrument.ts'
import { packBigTrades, presentBigTrades } from '../present/present-big-trades.ts'
import type { ReadBudget, TapeStore } from '../../store/index.ts'
import { JSON_HEAD, JSON_UNITS, successText, VARY } from './json-pieces.ts'
import type { BigTradesJob, StartedRead } from './read-job.ts'

/** GET /api/big_trades */
export async function startBigTrades(store: TapeStore, job: BigTradesJob, budget: ReadBudget): Promise<StartedRead> {
  const { query, size, json, cut, nowMs } = job
  const instrument = await loadInstrument(store, query.symbol)
  const to = query.to !== undefined && query.to <= nowMs ? query.to : undefined
  const stored = await loadBigTrades(store, instrument, {
    from: query.from,
    to,
    size,
    cut,
    resume: query.resume === true,
    budget,
  })
  const resume = query.resume === true
  budget.spend((stored.list.length + stored.open.length) * (json ? JSON_UNITS : 1))
  if (!json)
    return { head: { type: BIG_TRADES_MIME, headers: VARY }, pieces: [packBigTrades(stored, instrument, resume)] }
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: [successText(presentBigTrades(stored, instrument, resume))] }
}
