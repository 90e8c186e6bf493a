import {
  aggregateTrades,
  barsEqual,
  decodeFrame,
  decodeTrades,
  LiveBars,
  regroupBars,
  type Trades,
} from '@flowprint/orderflow'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoTape } from '../../../../tools/demo-tape.mjs'
import { DemoMarket } from '../../src/workers/demo-market.ts'

const bytes = demoTape()
const SHAPE = {
  symbol: 'DEMO:BTCUSD',
  units: { tickSize: '0.1', lotSize: '0.0001' },
  step: 50,
  precision: '5',
  history: 40,
}
const trades: Trades = decodeTrades(bytes)
let market: DemoMarket

beforeEach(() => {
  market = new DemoMarket(trades, SHAPE)
})

describe('the tape of the home page', () => {
  it('is reproducible and at most 200 kB', () => {
    expect(demoTape()).toEqual(bytes)
    expect(bytes.length).toBeLessThanOrEqual(200_000)
  })

  it('produces the same bars as the engine when replayed to its end', () => {
    const live = new LiveBars(market.answer())
    market.subscribe(live.lastSeq)
    while (!market.isOver) {
      const frame = market.advance(1000)
      if (frame === null) continue
      const change = live.applyFrame(decodeFrame(frame))
      expect(change.gap).toBeNull()
    }
    const whole = regroupBars(aggregateTrades(trades, { cycleMs: 60_000, step: 1 }), SHAPE.step)
    const bars = live.bars()
    expect([...bars.t]).toEqual([...whole.t])
    expect([...bars.cellBid]).toEqual([...whole.cellBid])
    expect([...bars.cellAsk]).toEqual([...whole.cellAsk])
    expect([...bars.close.subarray(0, -1)]).toEqual([...whole.close.subarray(0, -1)])
  })

  it('restarts from its beginning', () => {
    const first = market.answer()
    market.subscribe(first.meta.last_seq)
    market.advance(90_000)
    expect(market.answer().meta.last_seq).toBeGreaterThan(first.meta.last_seq)
    market.rewind()
    const again = market.answer()
    expect(again.meta).toEqual(first.meta)
    expect(barsEqual(again.bars, first.bars)).toBe(true)
  })
})
