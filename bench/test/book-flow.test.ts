import { expect, test } from 'vitest'
import { BookFlow } from '../src/ingest/book-flow.ts'
import { MARKETS } from '../src/ingest/flow.ts'

test('changes as many different levels as asked and never crosses the book', () => {
  const flow = new BookFlow(1, MARKETS[0])
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  const apply = (levels: {
    bids: readonly (readonly [string, string])[]
    asks: readonly (readonly [string, string])[]
  }) => {
    for (const side of ['bids', 'asks'] as const) for (const [price, qty] of levels[side]) sides[side].set(price, qty)
  }
  apply(flow.market.levels ?? { bids: [], asks: [] })
  for (let i = 0; i < 200; i++) {
    const changes = flow.next(130)
    for (const side of ['bids', 'asks'] as const) {
      expect(new Set(changes[side].map(([price]) => price)).size).toBe(65)
    }
    apply(changes)
    const resting = (side: 'bids' | 'asks') =>
      [...sides[side]].filter(([, qty]) => qty !== '0').map(([price]) => Number(price))
    expect(Math.max(...resting('bids'))).toBeLessThan(Math.min(...resting('asks')))
  }
})
