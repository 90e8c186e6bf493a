import { describe, expect, test } from 'vitest'
import { findRuns, imbalanceRule, imbalancesOf, markImbalances } from '../../src/footprint/imbalance.ts'
import { makeBars, type BarSketch } from '../support/make-bars.ts'
import { hasSharedFile, readSharedText } from '../support/shared-data.ts'

type Level = [row: number, bid: number, ask: number, bidTrades: number, askTrades: number, unknown: number]
type Rows = number[]
type Ranges = [first: number, last: number][]
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
  pocTies: Rows,
  levels: Level[],
  buyA: Rows,
  sellA: Rows,
  buyStacksA: Ranges,
  sellStacksA: Ranges,
  buyB: Rows,
  sellB: Rows,
  buyStacksB: Ranges,
  sellStacksB: Ranges,
]

const pathOf = (name: string) => `data/golden/${name}.json.gz`

describe('imbalances and stacks equal the golden files', () => {
  const files = [
    ['binance_spot_LTCUSDT_20250621_22__300000ms__0.05', 384],
    ['binance_spot_LTCUSDT_20250621_22__3600000ms__0.25', 33],
    ['binance_usdm_BTCUSDT_20240808_2354__60000ms__5', 6],
  ] as const
  test.for(files)('%s: all %d bars under both rules', ([name, count], { skip }) => {
    skip(!hasSharedFile(pathOf(name)), 'the golden file is not there')
    const golden = JSON.parse(readSharedText(pathOf(name))) as { meta: { bucketSizeInt: number }; bars: GoldenBar[] }
    expect(golden.bars.length).toBe(count)
    const sketches = golden.bars.map(([t, open, high, low, close, , , , , , , , , , levels]): BarSketch => {
      return { t, open, high, low, close, cells: levels.map(([row, bid, ask]) => [row, bid, ask]) }
    })
    const bars = makeBars(sketches, { step: golden.meta.bucketSizeInt })
    const flags = new Uint8Array(bars.row.length)
    for (const [zeroSide, first] of [
      ['count', 15],
      ['ignore', 19],
    ] as const) {
      const rule = imbalanceRule({ ratio: '3', minVolume: '0', zeroSide })
      const actual = golden.bars.map((_, i) => {
        markImbalances(bars, i, rule, 1, flags)
        const list = imbalancesOf(bars, i, flags)
        const runs = findRuns(bars, i, flags, 3)
        return [
          ...(['buy', 'sell'] as const).map((side) => list.filter((one) => one.side === side).map((one) => one.row)),
          ...(['buy', 'sell'] as const).map((side) =>
            runs.filter((run) => run.side === side).map((run) => [bars.row[run.first], bars.row[run.last]]),
          ),
        ]
      })
      expect(actual).toEqual(golden.bars.map((bar) => bar.slice(first, first + 4)))
    }
  })
})
