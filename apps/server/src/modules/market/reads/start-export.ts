import { cycleMsOf, sequenceRule, stepText } from '@flowprint/orderflow'
import { inOrder } from '../../../platform/csv/index.ts'
import { AppError, refuse } from '../../../platform/http/app-error.ts'
import { loadInstrument } from '../load-instrument.ts'
import { exportBars } from '../present/export-bars.ts'
import { exportName } from '../present/export-name.ts'
import { exportTrades } from '../present/export-trades.ts'
import { readPrecision } from '../rules/read-precision.ts'
import { TooManyCellsError } from '../tape/index.ts'
import type { ReadBudget, TapeStore } from '../tape/index.ts'
import type { ExportJob, StartedRead } from './read-job.ts'

/** GET /api/export. All rejections happen before the first piece; a later failure aborts the connection. */
export async function startExport(store: TapeStore, job: ExportJob, budget: ReadBudget): Promise<StartedRead> {
  const { name, pieces, tickSize } = await openExport(store, job, budget)
  const first = await pieces.next().catch((error: unknown) => refuseCells(error, tickSize))
  return {
    head: { type: 'text/csv; charset=utf-8', headers: { 'content-disposition': `attachment; filename="${name}"` } },
    pieces: inOrder(first, pieces),
  }
}

async function openExport(store: TapeStore, { query, cut, nowMs }: ExportJob, budget: ReadBudget) {
  const { symbol, from, to, what, cycle } = query
  const instrument = await loadInstrument(store, symbol)
  const { tickSize } = instrument
  // One cut for the whole file, however long it takes.
  const range = { from, to, cut, budget }
  if (what === 'trades' || cycle === undefined) {
    return {
      name: exportName({ symbol, from, to, what: 'trades' }),
      pieces: exportTrades(store, instrument, range),
      tickSize,
    }
  }
  const step = readPrecision(query.precision ?? tickSize, tickSize)
  const precision = stepText(step, tickSize)
  const sequence = sequenceRule(cycle, instrument.lotSize)
  const cycleMs = cycleMsOf(cycle) ?? 0
  if (cycleMs === 0 && sequence === null) refuse([{ field: 'cycle', error: 'VOLUME_RANGE', params: {} }])
  return {
    name: exportName({ symbol, from, to, what: `${cycle}-${precision}` }),
    pieces: exportBars(store, instrument, { ...range, cycle, cycleMs, sequence, step, nowMs }),
    tickSize,
  }
}

/** A single bar has more cells than an answer may hold: the rows are too low for the cycle. */
function refuseCells(error: unknown, tickSize: string): never {
  if (!(error instanceof TooManyCellsError)) throw error
  const params = { max: error.allowed, precision: stepText(error.smallestStep, tickSize) }
  throw new AppError('VALIDATION', { faults: [{ field: 'precision', error: 'TOO_MANY_CELLS_IN_BAR', params }] })
}
