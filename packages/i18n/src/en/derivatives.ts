import type { DerivativesMessages } from '../zh/derivatives.ts'

export const derivatives: DerivativesMessages = {
  section: {
    name: 'Perpetuals',
    note: 'Liquidations, open interest and funding rate of perpetual futures. Times without a recording are hatched, not counted as zero.',
    notPerpetual: 'Only perpetual futures have liquidations, open interest and a funding rate: this market has none.',
    off: 'This data is not recorded for this market.',
  },
  liquidations: 'Liquidations',
  openInterest: 'Open interest',
  funding: 'Funding rate',
  marks: 'Marks of large liquidations',
  marksNote: 'Marks the largest liquidations on the screen by value, at most {{count}}.',
  markPrice: 'Mark price',
  indexPrice: 'Index price',
  nextFunding: 'next in {{time}}',
  pane: {
    sides: 'Long {{long}} · Short {{short}}',
    atLeast: '≥{{value}}',
    unknown: 'unknown',
    loading: 'loading',
    failed: "couldn't load, retrying",
    lost: 'connection lost',
    off: 'not recorded',
    none: 'none received yet',
  },
  card: {
    long: 'Long liquidated',
    short: 'Short liquidated',
    price: 'Order price {{price}} (not the fill)',
    qty: 'Quantity {{qty}}',
    time: 'Time {{time}}',
    all: 'The exchange publishes every liquidation',
    lowerBound: 'The exchange publishes at most one liquidation per market and second, so sums are lower bounds',
  },
}
