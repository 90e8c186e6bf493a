import { filterTrades, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { afterEach, expect, test } from 'vitest'
import { packTrades, TradePacker } from '../../../src/market/store/write/trade-packer.ts'
import { spec, testStore } from '../../test-database.ts'
import { makeTape } from './tapes.ts'

const HOUR = Date.UTC(2026, 0, 5, 12)
const tape = makeTape(
  HOUR,
  Array.from({ length: 30_000 }, (_, i) => ({
    gap: i % 3 === 0 ? 100 : 0,
    price: 8_300 + ((i * 7) % 40),
    qty: 1 + (i % 11),
    buy: i % 2 === 0,
    fills: 1,
  })),
)

function sharedCopy<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(column: T): T {
  const copy = new (column.constructor as new (buffer: SharedArrayBuffer) => T)(
    new SharedArrayBuffer(column.byteLength),
  )
  copy.set(column)
  return copy
}

const inSharedMemory = (trades: Trades): Trades => ({
  ...trades,
  ts: sharedCopy(trades.ts),
  price: sharedCopy(trades.price),
  qty: sharedCopy(trades.qty),
  buy: sharedCopy(trades.buy),
  fills: sharedCopy(trades.fills),
  id: sharedCopy(trades.id),
  seq: sharedCopy(new Float64Array(trades.length).fill(7)),
})
const shared = inSharedMemory(tape)

let packer = new TradePacker()
afterEach(() => packer.close())

async function startedPacker(): Promise<TradePacker> {
  packer = new TradePacker()
  while (!(packer.pack(shared, false) instanceof Promise)) await new Promise((resolve) => setTimeout(resolve, 10))
  return packer
}

test('packs shared columns in the worker into the same bytes', async () => {
  const started = await startedPacker()
  const parts = [shared, sliceTrades(shared, 5_000, 20_000)]
  for (const trades of parts) {
    for (const withSweeps of [false, true]) {
      const packed = started.pack(trades, withSweeps)
      expect(packed).toBeInstanceOf(Promise)
      expect(await packed).toEqual(packTrades(trades, withSweeps))
    }
  }
})

test("packs small runs, unshared columns and text ids in the caller's thread", async () => {
  const started = await startedPacker()
  const inline = [
    sliceTrades(shared, 0, 100),
    { ...tape, seq: shared.seq },
    { ...shared, textId: Array.from(shared.id, String) },
  ]
  for (const trades of inline) expect(started.pack(trades, true)).toEqual(packTrades(trades, true))
})

test("packs again in the caller's thread after the worker failed, and throws the error there", async () => {
  const started = await startedPacker()
  const qty = sharedCopy(shared.qty)
  qty[10] = 0.5
  const wrong = { ...shared, qty }
  expect(() => packTrades(wrong, false)).toThrow()
  await expect(started.pack(wrong, false)).rejects.toThrow()
  expect(await started.pack(shared, false)).toEqual(packTrades(shared, false))
})

test('finishes the work of the worker on close', async () => {
  const started = await startedPacker()
  const packed = started.pack(shared, true)
  await started.close()
  expect(await packed).toEqual(packTrades(shared, true))
  expect(started.pack(shared, true)).toEqual(packTrades(shared, true))
})

test('an import in several batches finds exactly the gaps in the ids while the worker still packs', async () => {
  const own = await testStore()
  // 20 hours of 30,000 trades each: more than one batch.
  const long = makeTape(
    HOUR,
    Array.from({ length: 600_000 }, (_, i) => ({
      gap: 120,
      price: 8_300 + ((i * 7) % 40),
      qty: 1,
      buy: i % 2 === 0,
      fills: 1,
    })),
  )
  const kept = Uint8Array.from(long.id, (_, i) => Number(![100_000, 400_000].includes(i)))
  const gapped = inSharedMemory(filterTrades(long, kept))
  for (const name of ['T:FIRST', 'T:SECOND', 'T:THIRD']) {
    const instrument = await own.store.ensureInstrument(spec(name))
    const { gaps, imported } = await own.store.importRun(instrument, [{ ...gapped, seq: null }])
    expect([imported, gaps]).toEqual([599_998, 2])
    expect((await own.store.coverage(instrument)).gaps.map(({ missing }) => missing)).toEqual([1, 1])
  }
  await own.close()
})
