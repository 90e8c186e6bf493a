import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  barsEqual,
  emptyTrades,
  NO_ROW,
  OrderflowError,
  type Bars,
} from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { MINUTE_MS } from '../../src/index.ts'

function bars(sketches: readonly TradeSketch[], step = 1, cycleMs = MINUTE_MS): Bars {
  return aggregateTrades(makeTrades(sketches), { cycleMs, step })
}

function cells(of: Bars, i = 0) {
  const out = []
  for (let c = of.cellStart[i]; c < of.cellStart[i + 1]; c++) {
    out.push([of.row[c], of.cellBid[c], of.cellAsk[c], of.cellBidTrades[c], of.cellAskTrades[c]])
  }
  return out
}

describe('which bar and which row', () => {
  test('no trades give no bars', () => {
    const none = aggregateTrades(emptyTrades(), { cycleMs: MINUTE_MS, step: 5 })
    expect([none.length, none.row.length, none.cellStart.length, none.cellStart[0]]).toEqual([0, 0, 1, 0])
  })

  test('a trade on the edge opens the later bar', () => {
    expect([
      ...bars([
        [59_999, 10, 1, 'B'],
        [60_000, 11, 1, 'B'],
      ]).t,
    ]).toEqual([0, 60_000])
  })

  test('a minute without trades is no bar', () => {
    expect([
      ...bars([
        [0, 10, 1, 'B'],
        [180_000, 10, 1, 'B'],
      ]).t,
    ]).toEqual([0, 180_000])
  })

  test('weeks start on Monday 00:00 UTC', () => {
    const sunday = Date.UTC(2025, 5, 22, 23, 59, 59)
    const week = bars(
      [
        [sunday, 10, 1, 'B'],
        [sunday + 1000, 10, 1, 'B'],
      ],
      1,
      604_800_000,
    )
    expect([...week.t]).toEqual([Date.UTC(2025, 5, 16), Date.UTC(2025, 5, 23)])
  })

  test('rows go by floor, below zero too: -1 lies in row -1, -5 in row -1, -6 in row -2', () => {
    const made = bars(
      [
        [0, -1, 1, 'B'],
        [1, -5, 2, 'S'],
        [2, -6, 4, 'B'],
        [3, 0, 8, 'B'],
        [4, 4, 16, 'S'],
      ],
      5,
    )
    expect(cells(made)).toEqual([
      [-2, 0, 4, 0, 1],
      [-1, 2, 1, 1, 1],
      [0, 16, 8, 1, 1],
    ])
  })

  test('rows without trades are not stored', () => {
    expect(
      cells(
        bars([
          [0, 10, 1, 'B'],
          [1, 14, 1, 'S'],
        ]),
      ).map(([row]) => row),
    ).toEqual([10, 14])
  })

  test('a wick of 30 million ticks costs two cells', () => {
    expect(
      cells(
        bars([
          [0, 100, 3, 'B'],
          [1, 30_000_100, 2, 'S'],
          [2, 101, 1, 'S'],
        ]),
      ),
    ).toEqual([
      [100, 0, 3, 0, 1],
      [101, 1, 0, 1, 0],
      [30_000_100, 2, 0, 1, 0],
    ])
  })

  test('the whole range of prices in one bar keeps its rows in order', () => {
    const made = bars([
      [0, 2_147_483_647, 1, 'B'],
      [1, -2_147_483_647, 1, 'S'],
      [2, 0, 1, 'B'],
    ])
    expect(cells(made).map(([row]) => row)).toEqual([-2_147_483_647, 0, 2_147_483_647])
  })
})

describe('columns', () => {
  // Delta runs 0, +3, -2, +4: smallest -2, greatest +4. In ticks x lots 0, +30, -25, +41.
  const made = bars([
    [0, 10, 3, 'B'],
    [1, 11, 5, 'S', { fills: 2 }],
    [2, 11, 6, 'B', { fills: 3 }],
  ])

  test('open, high, low, close, bid, ask and fills', () => {
    expect([made.open[0], made.high[0], made.low[0], made.close[0]]).toEqual([10, 11, 10, 11])
    expect([made.bid[0], made.ask[0], made.trades[0]]).toEqual([5, 9, 6])
    expect(cells(made)).toEqual([
      [10, 0, 3, 0, 1],
      [11, 5, 6, 2, 3],
    ])
  })

  test('the extremes of the running delta, in lots and in ticks x lots', () => {
    expect([made.minDelta[0], made.maxDelta[0]]).toEqual([-2, 4])
    expect([made.minDeltaQuote[0], made.maxDeltaQuote[0]]).toEqual([-25, 41])
  })

  test('the running delta starts from 0 and counts it: only sells leave the maximum at 0', () => {
    const sold = bars([
      [0, 10, 3, 'S'],
      [1, 10, 4, 'S'],
    ])
    expect([sold.minDelta[0], sold.maxDelta[0], sold.maxDeltaQuote[0]]).toEqual([-7, 0, 0])
  })

  test('the state is complete unless said otherwise, the revision 0', () => {
    const trades = makeTrades([[0, 10, 1, 'B']])
    expect(aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1 }).state[0]).toBe(BAR_COMPLETE)
    const lost = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1, state: BAR_INCOMPLETE })
    expect([lost.state[0], lost.revision[0]]).toEqual([BAR_INCOMPLETE, 0])
  })

  test('cell offsets keep quote sums exact: (12 - 10) x 3 bought, (14 - 10) x 2 sold', () => {
    const stepped = bars(
      [
        [0, 12, 3, 'B'],
        [1, 14, 2, 'S'],
      ],
      5,
    )
    expect([stepped.row[0], stepped.cellAskOffset?.[0], stepped.cellBidOffset?.[0]]).toEqual([2, 6, 8])
  })

  test('native rows have no offset columns', () => {
    expect([made.cellBidOffset, made.cellAskOffset]).toEqual([null, null])
  })
})

describe('raw point of control', () => {
  test('is found on native ticks at any step: row 2 is greatest at step 5, tick 20 on native ticks', () => {
    const trades: TradeSketch[] = [
      [0, 10, 4, 'B'],
      [1, 11, 4, 'B'],
      [2, 20, 5, 'S'],
    ]
    expect(bars(trades, 5).rawPoc[0]).toBe(20)
    expect(bars(trades, 1).rawPoc[0]).toBe(20)
  })

  test.each([
    {
      rule: 'equal ticks: the nearest to the middle (high + low = 20)',
      trades: [
        [0, 5, 9, 'B'],
        [1, 11, 9, 'S'],
        [2, 15, 1, 'B'],
      ],
      poc: 11,
    },
    {
      rule: 'equal distance to the middle: the nearest to the close',
      trades: [
        [0, 0, 9, 'B'],
        [1, 10, 9, 'S'],
        [2, 7, 1, 'B'],
      ],
      poc: 10,
    },
    {
      rule: 'equal distance to both: the lower',
      trades: [
        [0, 0, 9, 'B'],
        [1, 10, 9, 'S'],
        [2, 5, 1, 'B'],
      ],
      poc: 0,
    },
  ] as { rule: string; trades: TradeSketch[]; poc: number }[])('$rule', ({ trades, poc }) => {
    expect([bars(trades, 1).rawPoc[0], bars(trades, 3).rawPoc[0]]).toEqual([poc, poc])
  })

  test('never says NO_ROW for a bar made from trades', () => {
    expect([
      ...bars(
        [
          [0, -3, 1, 'S'],
          [60_000, 7, 1, 'B'],
        ],
        10,
      ).rawPoc,
    ]).not.toContain(NO_ROW)
  })
})

describe('limits', () => {
  const most = Number.MAX_SAFE_INTEGER

  test('a bar of exactly 2^53 - 1 lots is exact', () => {
    const full = bars([
      [0, 1, most - 1, 'B'],
      [1, 1, 1, 'S'],
    ])
    expect(full.bid[0] + full.ask[0]).toBe(most)
  })

  test('quote extremes that could leave 2^53 - 1 are NaN, in that bar only', () => {
    const made = bars([
      [0, 1_000_000, 2 ** 40, 'B'],
      [60_000, 1_000_000, 5, 'B'],
    ])
    expect([...made.maxDeltaQuote]).toEqual([NaN, 5_000_000])
    expect([...made.minDeltaQuote]).toEqual([NaN, 0])
    expect([...made.maxDelta]).toEqual([2 ** 40, 5])
  })

  test.each([0, -1, 1.5, NaN])('a step of %s is refused: BAD_STEP', (step) => {
    expect(() => bars([[0, 1, 1, 'B']], step)).toThrow(OrderflowError)
  })

  test('trades whose bars would not ascend are a fault of the caller', () => {
    expect(() =>
      bars([
        [60_000, 1, 1, 'B'],
        [0, 1, 1, 'B'],
        [60_000, 1, 1, 'B'],
      ]),
    ).toThrow(/trades ascend by ts/)
  })

  test('the same trades give the same bars twice: nothing is left in the scratch', () => {
    const trades: TradeSketch[] = [
      [0, 1, 1, 'B'],
      [1, 5_000_000, 2, 'S'],
      [60_000, 2, 3, 'B'],
      [60_001, 90_000_000, 4, 'S'],
    ]
    expect(barsEqual(bars(trades), bars(trades))).toBe(true)
  })
})
