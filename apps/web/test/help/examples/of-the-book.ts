import {
  ASK,
  BID,
  Book,
  BookChangesBuilder,
  bookImbalance,
  findWalls,
  foldColumns,
  liquidityOf,
  TradedRows,
} from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { short } from './draw.ts'
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

/** Bids of 10 at 90 to 99, but these at 95 at the ends of three seconds; 40 and 15 are sold into it in the last two. */
function wallsOf(held: readonly number[]) {
  const book = new Book()
  for (let tick = 90; tick < 100; tick++) book.set(BID, tick, tick === 95 ? held[0] : 10)
  book.set(ASK, 100, 10)
  book.setWindow({ low: 80, high: 120 })
  const changes = new BookChangesBuilder()
  for (const second of [1, 2]) {
    changes.startEvent(second * 1000 + 500)
    changes.push(BID, 95, held[second])
  }
  const frame = {
    symbol: 'X',
    seq: 1,
    proof: 'proven',
    qtyUnit: '1',
    window: { low: 80, high: 120 },
    reason: '',
  } as const
  const frames: readonly DepthFrame[] = [
    { ...frame, kind: 'start', until: 0, snapshot: book.snapshot(0), changes: null },
    { ...frame, kind: 'changes', until: 3000, snapshot: null, changes: changes.build() },
  ]
  const columns = foldColumns(frames, { fromMs: 0, toMs: 3000, step: 1 })
  const traded = [0, 40, 15].map((sold) => {
    const rows = new TradedRows(1)
    rows.add(BID, 95, sold)
    return rows
  })
  return findWalls(columns, traded, { ratio: '3', distance: 20 })
}

export const wall: Example = () => {
  const [found] = wallsOf([100, 60, 40])
  if (found?.state !== 'filled') throw new Error('the example has no filled wall')
  const share = (part: number) => short((100 * part) / (found.filled + found.pulled), 0)
  return {
    facts: {
      'wall.largest': `${found.maxLots}`,
      'wall.left': `${found.lots}`,
      'wall.tests': `${found.tests}`,
      'wall.filled': `${found.filled}`,
      'wall.pulled': `${found.pulled}`,
      'wall.filledShare': share(found.filled),
      'wall.pulledShare': share(found.pulled),
      'wall.below': `${wallsOf([29, 29, 14]).length}`,
    },
    figures: {},
  }
}
