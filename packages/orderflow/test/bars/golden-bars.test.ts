import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  composeBars,
  findGaps,
  pocRow,
  regroupBars,
  sortTrades,
  type Bars,
  type Trades,
} from '@flowprint/orderflow'
import { sharedFiles } from '@flowprint/testkit'
import { hasSharedFile, readCanonicalTrades, readSharedText } from '../support/shared-data.ts'

/** Columns 0-14 of a golden bar; see the README next to the files. */
type GoldenBar = [
  t: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  trades: number,
  bid: number,
  ask: number,
  unknown: number,
  delta: number,
  minDelta: number,
  maxDelta: number,
  greatest: number[],
  levels: [row: number, bid: number, ask: number, bidTrades: number, askTrades: number, unknown: number][],
]

interface Golden {
  meta: { cycleMs: number; bucketSizeInt: number; trades: number }
  bars: GoldenBar[]
}

const LTC = { dataset: 'binance_spot_LTCUSDT_20250621_22', tick: '0.01', lot: '0.001' }
const BTC = { dataset: 'binance_usdm_BTCUSDT_20240808_2354', tick: '0.1', lot: '0.001' }

const CASES = [
  { ...LTC, file: 'data/golden/binance_spot_LTCUSDT_20250621_22__300000ms__0.05.json.gz' },
  { ...LTC, file: 'data/golden/binance_spot_LTCUSDT_20250621_22__3600000ms__0.25.json.gz' },
  { ...BTC, file: 'data/golden/binance_usdm_BTCUSDT_20240808_2354__60000ms__5.json.gz' },
]

describe.each(CASES)('$file', ({ dataset, tick, lot, file }) => {
  const tape = `data/binance/${dataset}.csv.gz`
  const present = sharedFiles([file, tape], `tests on ${file}`) !== null

  describe.skipIf(!present)('against the engine', () => {
    const golden = (present ? JSON.parse(readSharedText(file)) : { meta: {}, bars: [] }) as Golden
    const trades = present ? readCanonicalTrades(tape, tick, lot) : null
    const { cycleMs, bucketSizeInt: step } = golden.meta

    test('the tape has as many trades as the golden file, in canonical order', () => {
      expect(trades?.length).toBe(golden.meta.trades)
      expect(sortTrades(trades as Trades)).toBe(trades)
    })

    test('aggregation at the precision gives every column exactly', () => {
      expectGolden(aggregateTrades(trades as Trades, { cycleMs, step }), golden.bars)
    })

    test('1m bars of native ticks, composed and regrouped, give every column exactly', () => {
      const minutes = aggregateTrades(trades as Trades, { cycleMs: 60_000, step: 1 })
      expectGolden(regroupBars(composeBars(minutes, cycleMs), step), golden.bars)
    })
  })
})

function expectGolden(bars: Bars, golden: GoldenBar[]): void {
  expect(bars.length).toBe(golden.length)
  golden.forEach((expected, i) => {
    const [t, open, high, low, close, volume, trades, bid, ask, , delta, minDelta, maxDelta, greatest, levels] =
      expected
    expect([bars.t[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i]]).toEqual([t, open, high, low, close])
    expect([bars.bid[i] + bars.ask[i], bars.trades[i]]).toEqual([volume, trades])
    expect([bars.bid[i], bars.ask[i], bars.ask[i] - bars.bid[i]]).toEqual([bid, ask, delta])
    // The golden extremes exclude the 0 from which the running delta starts.
    expect([bars.minDelta[i], bars.maxDelta[i]]).toEqual([Math.min(0, minDelta), Math.max(0, maxDelta)])
    expect(greatest).toContain(pocRow(bars, i))
    expect(cellsOf(bars, i)).toEqual(levels.map((level) => level.slice(0, 5)))
  })
}

function cellsOf(bars: Bars, i: number): number[][] {
  const cells: number[][] = []
  for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
    cells.push([bars.row[c], bars.cellBid[c], bars.cellAsk[c], bars.cellBidTrades[c], bars.cellAskTrades[c]])
  }
  return cells
}

const ltcTape = `data/binance/${LTC.dataset}.csv.gz`
const hasLtc = hasSharedFile(ltcTape)

test.skipIf(!hasLtc)('the LTC tape has 26 gaps with 25,595 missing ids', () => {
  const gaps = findGaps(readCanonicalTrades(ltcTape, LTC.tick, LTC.lot), 'contiguous')
  expect(gaps.length).toBe(26)
  expect(gaps.reduce((sum, gap) => sum + gap.missing, 0)).toBe(25_595)
})
