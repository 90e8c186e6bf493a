import { ASK, BID, Book, bookImbalance, liquidityOf } from '@flowprint/orderflow'
import type { Example } from './example.ts'

/** One row over one interval: 40 at its start, 15 at its end, increases of 10, and 20 traded against it. */
export const accounts: Example = () => {
  const { added, removed, pulled } = liquidityOf(40, 15, 10, 20)
  return {
    facts: {
      'accounts.added': String(added),
      'accounts.removed': String(removed),
      'accounts.pulled': String(pulled),
    },
    figures: {},
  }
}

/** Three levels a side. */
export const touch: Example = () => {
  const book = new Book()
  for (const [tick, lots] of [
    [100, 30],
    [99, 50],
    [98, 40],
  ])
    book.set(BID, tick, lots)
  for (const [tick, lots] of [
    [101, 10],
    [102, 20],
    [103, 90],
  ])
    book.set(ASK, tick, lots)
  book.setWindow({ low: 90, high: 110 })
  return {
    facts: {
      'book.touch': bookImbalance(book, 0).toFixed(2),
      'book.near': bookImbalance(book, 1).toFixed(2).replace('-', '−'),
      'book.wide': bookImbalance(book, 2).toFixed(2).replace('-', '−'),
    },
    figures: {},
  }
}
