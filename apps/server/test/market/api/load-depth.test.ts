import { COLUMN_PROVEN, MINUTE_MS, regroupColumns } from '@flowprint/orderflow'
import type { DepthColumns } from '@flowprint/orderflow'
import { expect, test } from 'vitest'
import { loadDepth, replayedDepth } from '../../../src/market/api/load-depth.ts'
import type { DepthReads } from '../../../src/market/api/load-depth.ts'
import { AppError } from '../../../src/platform/http/index.ts'
import { ReadBudget } from '../../../src/market/store/index.ts'
import { LTC } from '../stream/memory-tape.ts'

const T = Date.UTC(2025, 5, 21, 12)
const CHANGED = T + 5 * MINUTE_MS
const END = T + 10 * MINUTE_MS

/**
 * A market whose row height changed from 2 to 3 ticks, and whose unit became finer, at CHANGED: every second rests 7 lots
 * in each of `rows` rows from tick 600 on.
 */
function changingMarket(rows = 1): DepthReads {
  const columnsAt = (fromMs: number, length: number, step: number, lots: number): DepthColumns => {
    const cells = length * rows
    const fill = (value: number): Float64Array => new Float64Array(cells).fill(value)
    const each = (value: number): Float64Array => new Float64Array(length).fill(value)
    return {
      intervalMs: 1_000,
      step,
      length,
      fromMs,
      state: new Uint8Array(length).fill(COLUMN_PROVEN),
      seconds: new Uint32Array(length).fill(1),
      lowRow: each(0),
      highRow: each(10_000),
      bestBid: each(600),
      bestAsk: each(601),
      cellEnd: Uint32Array.from({ length }, (_, i) => (i + 1) * rows),
      side: new Uint8Array(cells),
      row: Float64Array.from({ length: cells }, (_, k) => 600 / step + (k % rows)),
      lots: fill(lots),
      up: fill(0),
      sum: fill(lots),
      min: fill(lots),
      max: fill(lots),
    }
  }
  return {
    readHead: async () => ({
      mode: 'columns',
      lastSeq: 9,
      fromMs: T,
      untilMs: END,
      qtyUnit: '0.0001',
      step: 3,
      proof: 'proven',
      state: 'proven',
      reason: '',
    }),
    readBook: async () => null,
    readColumns: async (_instrument, { fromMs, toMs, step = 1 }) => {
      const [stored, lots, qtyUnit] = fromMs < CHANGED ? [2, 7, '0.001'] : [3, 70, '0.0001']
      const columns = columnsAt(fromMs, (toMs - fromMs) / 1_000, stored, lots)
      const height = step % stored === 0 ? step : step * stored
      return { columns: regroupColumns(columns, height), qtyUnit }
    },
  }
}

const read = { cut: undefined, nowMs: END, budget: new ReadBudget() }
const query = { symbol: LTC.symbol, from: T, to: END, interval: '1s' as const }

const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).options.faults
}

test('joins parts of different row heights and units at the height and unit that fit all', async () => {
  const { columns, qtyUnit } = await loadDepth(changingMarket(), LTC, query, read)
  expect([columns.step, qtyUnit, columns.length]).toEqual([6, '0.0001', 600])
  expect(new Set(columns.lots)).toEqual(new Set([70]))
  expect(new Set(columns.row)).toEqual(new Set([100]))
})

test('takes a requested height that fits all parts, and names the smallest of the part that it does not fit', async () => {
  const { columns } = await loadDepth(changingMarket(), LTC, { ...query, precision: '0.12' }, read)
  expect([columns.step, new Set(columns.row)]).toEqual([12, new Set([50])])
  const asked = (precision: string) => refusal(loadDepth(changingMarket(), LTC, { ...query, precision }, read))
  expect(await asked('0.03')).toEqual([
    { field: 'precision', error: 'FINER_THAN_STORED', params: { smallest: '0.02' } },
  ])
  expect(await asked('0.04')).toEqual([
    { field: 'precision', error: 'FINER_THAN_STORED', params: { smallest: '0.03' } },
  ])
})

test('cuts rows at the final height, so that none is missing a part', async () => {
  const { columns } = await loadDepth(changingMarket(3), LTC, { ...query, low: '6.05', high: '6.05' }, read)
  // Row 100 of 6 ticks: 600 to 605, of which 3 rows of 2 ticks or 2 rows of 3 ticks are parts.
  expect([columns.step, new Set(columns.row)]).toEqual([6, new Set([100])])
  expect([columns.lots[0], columns.lots.at(-1)]).toEqual([210, 140])
  expect([columns.lowRow[0], columns.highRow[0]]).toEqual([100, 100])
})

test('refuses more cells than an answer may hold, and names a height that is a multiple', async () => {
  const asked = { ...query, to: CHANGED, precision: '0.02' }
  expect(await refusal(loadDepth(changingMarket(7_000), LTC, asked, read))).toEqual([
    { field: 'precision', error: 'TOO_MANY_DEPTH_CELLS', params: { max: 2_000_000, precision: '0.1' } },
  ])
})

test('reads every part of a delayed reader with the cut, also to name the smallest precision', async () => {
  const cut = CHANGED + 30_500
  const market = changingMarket()
  const cuts: (number | undefined)[] = []
  const depth: DepthReads = {
    ...market,
    readHead: (instrument, at) => {
      cuts.push(at)
      return market.readHead(instrument, at)
    },
    readColumns: (instrument, asked) => {
      cuts.push(asked.cut)
      return market.readColumns(instrument, asked)
    },
  }
  const { range } = await loadDepth(depth, LTC, query, { ...read, cut })
  expect(range.toMs).toBe(CHANGED + 30_000)
  const count = cuts.length
  expect(await refusal(loadDepth(depth, LTC, { ...query, precision: '0.03' }, { ...read, cut }))).toHaveLength(1)
  // The head, the part that does not fit, and that part again at its own height.
  expect(cuts.length).toBeGreaterThanOrEqual(count + 3)
  expect(new Set(cuts)).toEqual(new Set([cut]))
})

test('the head of a replay tells nothing that happened at or after its moment', async () => {
  const depth = replayedDepth(changingMarket())
  const at = T + 2 * MINUTE_MS + 500
  expect(await depth.readHead(LTC, at)).toMatchObject({
    lastSeq: 0,
    fromMs: T,
    untilMs: at,
    state: 'proven',
    reason: '',
  })
  expect(await depth.readHead(LTC, END + 1)).toMatchObject({ lastSeq: 0, untilMs: END })
  expect(await depth.readHead(LTC, T)).toMatchObject({ lastSeq: 0, fromMs: null, untilMs: null, state: 'syncing' })
  const budget = new ReadBudget(Infinity)
  const asked = { symbol: LTC.symbol, from: T, to: END, interval: '1m' as const }
  const { range, columns } = await loadDepth(depth, LTC, asked, { cut: at, nowMs: END, budget })
  expect(range.toMs).toBe(T + 2 * MINUTE_MS)
  expect(columns.fromMs + columns.length * columns.intervalMs).toBe(T + 2 * MINUTE_MS)
})
