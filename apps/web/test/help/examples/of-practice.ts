import {
  Book,
  computePracticeStatistics,
  practiceMoneyText,
  practicePriceText,
  PracticeSession,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Example } from './example.ts'

const UNITS = { tickSize: '1', lotSize: '1' }

/** Buys 2 in a book with 1 at 100 and 5 at 101, with a stop at 98 and a target at 105; then price rises through it. */
export const practice: Example = () => {
  const book = new Book()
  book.load({
    t: 0,
    window: { low: 90, high: 110 },
    bidTicks: Float64Array.of(99),
    bidLots: Float64Array.of(4),
    askTicks: Float64Array.of(100, 101),
    askLots: Float64Array.of(1, 5),
  })
  const options = { startMs: 0, startTick: 100, makerPpm: 200, takerPpm: 500, slippageTicks: 1 }
  const session = new PracticeSession({ options, entries: [], books: [] }, (time) => (time === 0 ? book : null))
  session.act({
    kind: 'place',
    side: 'buy',
    type: 'market',
    lots: 2,
    tick: null,
    reduceOnly: false,
    stopTick: 98,
    targetTick: 105,
  })
  const entry = session.state()
  const builder = new TradeBuilder()
  builder.push(1, 104, 3, true, 1, 1)
  builder.push(2, 105, 3, true, 1, 2)
  builder.push(3, 106, 3, true, 1, 3)
  const trades = builder.build()
  session.advance(trades, 4)
  const state = session.state()
  const [trip] = state.trips
  if (trip === undefined || entry.entryTick === null) throw new Error('the example has no round trip')
  const { winRate } = computePracticeStatistics(state)
  return {
    facts: {
      'practice.entry': practicePriceText(entry.entryTick, UNITS.tickSize),
      'practice.entryFee': practiceMoneyText(entry.fees, UNITS),
      'practice.exit': practicePriceText(trip.exitTick, UNITS.tickSize),
      'practice.gross': practiceMoneyText(trip.gross, UNITS),
      'practice.fees': practiceMoneyText(trip.fees, UNITS),
      'practice.net': practiceMoneyText(trip.net, UNITS),
      'practice.winRate': `${(winRate ?? 0) * 100}`,
      'practice.working': `${state.working.length}`,
    },
    figures: {},
  }
}
