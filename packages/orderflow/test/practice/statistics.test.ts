import { describe, expect, test } from 'vitest'
import { computePracticeStatistics, practiceCsv, practiceMoneyText, practicePriceText } from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'
import { makeOrder, makeSession } from './make-practice.ts'

const UNITS = { tickSize: '0.5', lotSize: '0.001' }

/** Round trips of 2 lots, entered and left at these prices, 10 ms each and 5 ms apart. */
function makeTrips(prices: readonly (readonly [number, number])[], takerPpm = 0) {
  const session = makeSession({ takerPpm })
  const trade = (after: number, price: number, side: 'B' | 'S') => {
    const ts = session.at.time + after
    session.advance(makeTrades([[ts, price, 2, side]]), ts)
  }
  for (const [entry, exit] of prices) {
    session.act(makeOrder('buy', 'market', 2))
    trade(5, entry, 'B')
    session.act(makeOrder('sell', 'market', 2))
    trade(10, exit, 'S')
  }
  return session.state()
}

describe('statistics of practice', () => {
  test('count wins, losses and even round trips', () => {
    expect(
      computePracticeStatistics(
        makeTrips([
          [100, 110],
          [100, 95],
          [100, 100],
          [100, 101],
        ]),
      ),
    ).toEqual({
      trades: 4,
      wins: 2,
      losses: 1,
      even: 1,
      winRate: 0.5,
      averageWin: { num: 11_000_000n, den: 1n },
      averageLoss: { num: -10_000_000n, den: 1n },
      largestWin: 20_000_000n,
      largestLoss: -10_000_000n,
      profitFactor: 2.2,
      expectancy: { num: 3_000_000n, den: 1n },
      maxDrawdown: 10_000_000n,
      inMarketMs: 40,
      gross: 12_000_000n,
      fees: 0n,
      net: 12_000_000n,
    })
  })

  test('are null where they would divide by 0', () => {
    expect(computePracticeStatistics(makeTrips([]))).toMatchObject({
      winRate: null,
      averageWin: null,
      averageLoss: null,
      profitFactor: null,
      expectancy: null,
    })
    expect(computePracticeStatistics(makeTrips([[100, 110]])).profitFactor).toBeNull()
  })

  test('fees turn an even round trip into a loss', () => {
    expect(computePracticeStatistics(makeTrips([[100, 100]], 50))).toMatchObject({ losses: 1, net: -20_000n })
  })

  test('include the time of the open position', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'market', 1))
    session.advance(makeTrades([[3, 100, 1, 'B']]), 10)
    expect(computePracticeStatistics(session.state()).inMarketMs).toBe(7)
  })
})

describe('texts of practice', () => {
  test.each([
    [0n, '0.00'],
    [1_000_000n, '0.0005'],
    [-1n, '-0.0000000005'],
    [4_000_000_000n, '2.00'],
    [{ num: 1_000_000n, den: 3n }, '0.0001666665'],
  ])('money of %o is %s', (money, text) => {
    expect(practiceMoneyText(money, UNITS)).toBe(text)
  })

  test.each([
    [{ num: 205n, den: 2n }, '0.5', '51.250'],
    [{ num: 1n, den: 3n }, '1', '0.33'],
    [{ num: -1n, den: 3n }, '0.01', '-0.0033'],
    [{ num: 7n, den: 1n }, '50', '350.0'],
  ])('a price of %o ticks of %s is %s', (price, tickSize, text) => {
    expect(practicePriceText(price, tickSize)).toBe(text)
  })

  test('the file has a row per round trip, with exact money', () => {
    const csv = practiceCsv(makeTrips([[100, 110]], 50).trips, UNITS, (time) => `t${time}`)
    expect(csv.split('\r\n')).toEqual([
      'side,entry_time,exit_time,duration_ms,quantity,entry_price,exit_price,gross,fees,net,mae_ticks,mfe_ticks',
      'long,t5,t15,10,0.002,50.000,55.000,0.01,0.0000105,0.0099895,0.00,10.00',
      '',
    ])
  })
})
