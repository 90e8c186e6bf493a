import { readArchive, toTrades } from '@flowprint/venues'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  lowerBoundT,
  profileOfBar,
  profilePoc,
  profileValueArea,
  rangeProfile,
  sliceBars,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { sharedFiles, slowProfile } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instrument } from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { barsOfHistory } from './tapes.ts'

const ARCHIVES = ['21', '22'].map((day) => `data/binance/spot_LTCUSDT-aggTrades-2025-06-${day}.zip`)
const files = sharedFiles(ARCHIVES, 'profiles of real trades')

const START = Date.UTC(2025, 5, 21)

async function readTrades(file: string): Promise<Trades> {
  const refuse = (line: number, reason: string): never => {
    throw new Error(`${file}, line ${line}: ${reason}`)
  }
  return toTrades(await readArchive(file, { format: 'auto', skipBad: false }), {
    tickSize: '0.01',
    lotSize: '0.001',
    side: 'given',
    onBadLine: refuse,
  })
}

describe.skipIf(files === null)('two days of LTCUSDT', () => {
  let world: TestStore
  let instrument: Instrument
  beforeAll(async () => {
    world = await testStore()
    instrument = await world.store.ensureInstrument(spec('BINANCE:LTCUSDT'))
    // The last hours are live: that part consists of minutes and trades, not days.
    const [first, second] = await Promise.all((files ?? []).map((file) => readTrades(file)))
    const split = Math.floor(second.length * 0.9)
    await world.store.importRun(instrument, [first, sliceTrades(second, 0, split)])
    const lease = await world.store.acquireLease(instrument)
    await world.store.appendLive(lease, sliceTrades(second, split), 0)
    await lease.release()
  })
  afterAll(() => world?.close())

  test.each([1, 5, 10, 50])(
    'match between the call, the bars of the browser and a reference computation at %i ticks',
    async (step) => {
      const trades = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
      const minutes = await world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step, limit: 5_000 })
      const bars = barsOfHistory(minutes, MINUTE_MS, step)
      for (const [from, to] of [
        [0, 48],
        [12, 24],
        [13.5, 20],
        [24, 48],
        [20.25, 40.75],
        [46, 48],
      ]) {
        const range = { from: START + from * HOUR_MS, to: START + to * HOUR_MS }
        const stored = profileOfBar((await world.store.readProfile(instrument, { ...range, step })).sum)
        const loaded = rangeProfile(sliceBars(bars, lowerBoundT(bars, range.from), lowerBoundT(bars, range.to)))
        expect(stored).toEqual(loaded)
        const slow = slowProfile(trades, range, step, 70)
        expect(Array.from(stored.row, (row, i) => [row, BigInt(stored.bid[i]), BigInt(stored.ask[i])])).toEqual(
          [...slow.rows].sort(([a], [b]) => a - b).map(([row, { bid, ask }]) => [row, bid, ask]),
        )
        expect({ poc: profilePoc(stored), ...profileValueArea(stored, '70') }).toEqual({
          poc: slow.poc,
          valRow: slow.val,
          vahRow: slow.vah,
        })
      }
    },
  )

  test('match their trades for a range that splits minutes and seconds', async () => {
    const trades = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
    for (const [from, to] of [
      [START + DAY_MS - 90_061, START + DAY_MS + 1_234_567],
      [trades.ts[10], trades.ts[trades.length - 10] + 1],
    ]) {
      const stored = profileOfBar((await world.store.readProfile(instrument, { from, to, step: 5 })).sum)
      expect([...stored.row]).toEqual([...slowProfile(trades, { from, to }, 5, 70).rows.keys()].sort((a, b) => a - b))
    }
  })
})
