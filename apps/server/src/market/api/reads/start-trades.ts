import { AppError } from '../../../platform/http/app-error.ts'
import { loadInstrument } from '../../load-instrument.ts'
import { cursorOf, presentTrades, tradesCsv } from '../present/present-trades.ts'
import type { ReadBudget, TapeStore } from '../../store/index.ts'
import { JSON_HEAD, JSON_UNITS, successText } from './json-pieces.ts'
import type { StartedRead, TradesJob } from './read-job.ts'

/** GET /api/trades */
export async function startTrades(store: TapeStore, job: TradesJob, budget: ReadBudget): Promise<StartedRead> {
  const {
    query: { symbol, from, to, limit = 1000, after },
    csv,
    cut,
  } = job
  const cursor = after === undefined ? {} : { after: readCursor(after) }
  const instrument = await loadInstrument(store, symbol)
  const trades = await store.readTrades(instrument, {
    from,
    to,
    limit,
    ...cursor,
    ...(cut === undefined ? {} : { cut }),
    budget,
  })
  budget.spend(trades.length * JSON_UNITS)
  const rows = presentTrades(trades, instrument)
  const headers: Record<string, string> = { vary: 'accept' }
  if (rows.length === limit) headers['next-cursor'] = cursorOf(rows[rows.length - 1])
  if (csv) return { head: { type: 'text/csv; charset=utf-8', headers }, pieces: [tradesCsv(rows)] }
  return { head: { ...JSON_HEAD, headers }, pieces: [successText(rows)] }
}

function readCursor(text: string): { readonly ts: number; readonly id: string } {
  const match = /^(\d{1,15})_(.{1,100})$/.exec(text)
  if (match === null)
    throw new AppError('VALIDATION', { faults: [{ field: 'after', error: 'BAD_CURSOR', params: {} }] })
  return { ts: Number(match[1]), id: match[2] }
}
