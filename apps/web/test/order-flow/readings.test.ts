import { analyzeBars, BAR_INCOMPLETE, BAR_OPEN, DEFAULT_SETTINGS, parseSettings } from '@flowprint/orderflow'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  amountsIn,
  formatAtPrice,
  formatShare,
  formatQuote,
  SHORT_CHARS,
  formatSignedAmount,
  textUnits,
} from '../../src/features/order-flow/model/quantity-text.ts'
import { readBar } from '../../src/features/order-flow/panels/readout/bar-reading.ts'
import { findCell, readCell } from '../../src/features/order-flow/panels/readout/cell-reading.ts'
import { groupDigits, formatSigned } from '../../src/shared/format/number.ts'
import { barsOf, type Trade } from './bars.ts'

const LTC = { tickSize: '0.01', lotSize: '0.001' }
const units = textUnits(LTC)

/** 83.29 bought 1.5, 83.31 sold 2, 83.34 bought 0.25; then a lone row in the next minute. */
const TRADES: readonly Trade[] = [
  [0, 8329, 1500, true],
  [1000, 8331, 2000, false],
  [2000, 8334, 250, true],
  [60_000, 8340, 1, true],
]

describe('exact texts', () => {
  it.each([
    ['0', '0'],
    ['1234.5000', '1,234.5'],
    ['-1234567.00', '-1,234,567'],
    ['999.999', '999.999'],
  ])('%s reads %s', (text, shown) => {
    expect(groupDigits(text)).toBe(shown)
  })

  it.each([
    ['1.5', '+1.5'],
    ['-1.5', '-1.5'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['12.0%', '+12.0%'],
  ])('the difference %s reads %s', (text, shown) => {
    expect(formatSigned(text)).toBe(shown)
  })

  it('stay exact beyond what doubles hold', () => {
    expect(formatQuote(2n ** 70n, units)).toBe('11,805,916,207,174,113.03424')
  })

  it('a share of nothing is a dash', () => {
    expect(formatShare(1, 0)).toBe('—')
    expect(formatShare(-1, 3)).toBe('-33.3%')
    expect(formatShare(-(2n ** 70n), 3n * 2n ** 70n)).toBe('-33.3%')
  })
})

describe('the readout of a bar', () => {
  const bars = barsOf(TRADES, 60_000, 5)
  const analysis = analyzeBars(bars, DEFAULT_SETTINGS, { units: LTC })

  it('is exact in base units', () => {
    expect(readBar(bars, analysis, 0, 'base', units)).toMatchObject({
      open: '83.29',
      high: '83.34',
      low: '83.29',
      close: '83.34',
      up: true,
      volume: { exact: '3.75' },
      delta: { exact: '-0.25' },
      deltaSign: -1,
      deltaShare: '-6.7%',
      minDelta: { exact: '-0.5' },
      maxDelta: { exact: '+1.5' },
      trades: { exact: '3' },
    })
  })

  it('is exact in quote units, using trade prices', () => {
    // 83.29 x 1.5 + 83.34 x 0.25 = 145.77 bought; 83.31 x 2 = 166.62 sold
    expect(readBar(bars, analysis, 0, 'quote', units)).toMatchObject({
      volume: { short: '312.4', exact: '312.39' },
      delta: { short: '-20.85', exact: '-20.85' },
    })
  })

  it('shows a dash for an inexact extreme', () => {
    const broken = { ...bars, minDeltaQuote: bars.minDeltaQuote.map(() => Number.NaN) }
    expect(readBar(broken, analysis, 0, 'quote', units).minDelta).toEqual({ short: '—', exact: '—' })
  })

  it.each([
    [BAR_OPEN, 'open'],
    [BAR_INCOMPLETE, 'incomplete'],
  ])('names the state %i %s', (state, name) => {
    expect(readBar({ ...bars, state: bars.state.map(() => state) }, analysis, 0, 'base', units).state).toBe(name)
  })
})

describe('the readout of a cell', () => {
  const bars = barsOf(TRADES, 60_000, 5)
  const analysis = analyzeBars(bars, DEFAULT_SETTINGS, { units: LTC })

  it('shows the edges of its row and both sides', () => {
    expect(readCell(bars, analysis, { bar: 0, cell: 1 }, 'base', units)).toMatchObject({
      low: '83.30',
      high: '83.35',
      bid: '2',
      ask: '0.25',
      delta: '-1.75',
      deltaSign: -1,
      bidTrades: 1,
      askTrades: 1,
      isPoc: true,
    })
  })

  it('is found by its row, and null where nothing traded', () => {
    expect(findCell(bars, 0, 1665)).toBe(0)
    expect(findCell(bars, 0, 1666)).toBe(1)
    expect(findCell(bars, 0, 1667)).toBe(-1)
    expect(findCell(bars, 1, 1666)).toBe(-1)
    expect(findCell(bars, 1, 1668)).toBe(2)
  })

  it('of one tick has one price', () => {
    const fine = barsOf(TRADES)
    const reading = readCell(
      fine,
      analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC }),
      { bar: 0, cell: 0 },
      'base',
      units,
    )
    expect(reading.low).toBe(reading.high)
  })

  it('explains an imbalance: 4.0 ask volume against 0.9 bid volume one row lower', () => {
    const fine = barsOf([
      [0, 100, 900, false],
      [1, 101, 4000, true],
    ])
    const marked = analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC })
    expect(readCell(fine, marked, { bar: 0, cell: 1 }, 'base', units).imbalances).toEqual([
      { side: 'buy', grade: 1, dominant: '4', opposite: '0.9', ratio: '4.44', minVolume: '0' },
    ])
  })

  it('explains an imbalance in the quote unit: the same ratio, the minimum at the price of the dominant cell', () => {
    const fine = barsOf([
      [0, 100, 900, false],
      [1, 101, 4000, true],
    ])
    const marked = analyzeBars(fine, parseSettings({ imbalance: { minVolume: '2.5' } }), { units: LTC })
    // 4.0 x 1.01 bought against 0.9 x 1.00 sold; 2.5 x 1.01 = 2.525
    expect(readCell(fine, marked, { bar: 0, cell: 1 }, 'quote', units).imbalances).toEqual([
      { side: 'buy', grade: 1, dominant: '4.04', opposite: '0.9', ratio: '4.44', minVolume: '2.52' },
    ])
  })

  it('sums a stack in the chosen unit', () => {
    const fine = barsOf([
      [0, 100, 100, false],
      [1, 101, 4000, true],
      [2, 102, 3000, true],
      [3, 103, 5000, true],
    ])
    const marked = analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC })
    const volume = (unit: 'base' | 'quote') =>
      readCell(fine, marked, { bar: 0, cell: 2 }, unit, units).stacks.map((stack) => stack.volume)
    expect(volume('base')).toEqual(['12'])
    // 4 x 1.01 + 3 x 1.02 + 5 x 1.03
    expect(volume('quote')).toEqual(['12.25'])
  })

  it('omits the ratio against zero', () => {
    const fine = barsOf([
      [0, 100, 4000, false],
      [1, 101, 900, false],
    ])
    const marked = analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC })
    expect(readCell(fine, marked, { bar: 0, cell: 0 }, 'base', units).imbalances).toMatchObject([
      { side: 'sell', ratio: null, grade: 3 },
    ])
  })
})

describe('readouts of lots beyond 2^53', () => {
  const most = Number.MAX_SAFE_INTEGER
  /** Sold 2 x (2^53 - 1) + 3 lots at 83.29, bought one lot more at 83.30, 4 lots at 83.31. */
  const trades: readonly Trade[] = [
    [0, 8329, most, false],
    [1, 8329, most, false],
    [2, 8329, 3, false],
    [3, 8330, most, true],
    [4, 8330, most, true],
    [5, 8330, 4, true],
    [6, 8331, 4, false],
  ]
  const bars = barsOf(trades)
  const analysis = analyzeBars(bars, parseSettings({ imbalance: { ratio: '1' }, stack: { min: 2 } }), { units: LTC })

  it('of a bar are exact to the lot', () => {
    expect(readBar(bars, analysis, 0, 'base', units)).toMatchObject({
      volume: { short: '36.0T', exact: '36,028,797,018,963.975' },
      delta: { exact: '-0.003' },
      deltaSign: -1,
      deltaShare: '0.0%',
      minDelta: { exact: '-18,014,398,509,481.985' },
      maxDelta: { exact: '+0.001' },
    })
    const wide = (lots: bigint) => formatQuote(lots, units)
    const [sold, bought] = [8329n * (2n * BigInt(most) + 3n) + 8331n * 4n, 8330n * (2n * BigInt(most) + 4n)]
    expect(readBar(bars, analysis, 0, 'quote', units)).toMatchObject({
      volume: { exact: wide(sold + bought) },
      delta: { exact: `+${wide(bought - sold)}` },
      minDelta: { exact: '—' },
      maxDelta: { exact: '—' },
    })
  })

  it('of a cell and its imbalance are exact', () => {
    const reading = readCell(bars, analysis, { bar: 0, cell: 1 }, 'base', units)
    expect(reading).toMatchObject({
      bid: '0',
      ask: '18,014,398,509,481.986',
      delta: '+18,014,398,509,481.986',
      deltaSign: 1,
    })
    expect(reading.imbalances).toEqual([
      {
        side: 'buy',
        grade: 1,
        dominant: '18,014,398,509,481.986',
        opposite: '18,014,398,509,481.985',
        ratio: '1.00',
        minVolume: '0',
      },
    ])
  })

  it('of a minimum volume beyond 2^53, in whole lots', () => {
    const fixed = parseSettings({ imbalance: { ratio: '1', minVolume: '18014398509481.9845' } })
    const marked = analyzeBars(bars, fixed, { units: LTC })
    const [mark] = readCell(bars, marked, { bar: 0, cell: 1 }, 'base', units).imbalances
    expect(mark.minVolume).toBe('18,014,398,509,481.985')
  })
})

describe('short amounts', () => {
  it('of counts have no decimals', () => {
    expect(formatAmount(10, { mantissa: 1n, exponent: 0 })).toEqual({ short: '10', exact: '10' })
    expect(formatAmount(12_345, { mantissa: 1n, exponent: 0 })).toEqual({ short: '12.3K', exact: '12,345' })
  })

  it.each([
    ['36712.331', '36.7K', '36,712.331'],
    ['1168680.445', '1.17M', '1,168,680.445'],
    ['999.999', '1000', '999.999'],
    ['0', '0', '0'],
    ['312.390', '312.4', '312.39'],
    ['0.001', '0.001', '0.001'],
    ['0.009', '0.009', '0.009'],
  ])('%s is %s, in full %s', (text, short, exact) => {
    expect(formatAmount(Number(text.replace('.', '')) * (text.includes('.') ? 1 : 1000), units.lot)).toEqual({
      short,
      exact,
    })
  })

  it('of a difference have a sign in both forms', () => {
    expect(formatSignedAmount(36_712_331, units.lot)).toEqual({ short: '+36.7K', exact: '+36,712.331' })
    expect(formatSignedAmount(-5, units.lot)).toEqual({ short: '-0.005', exact: '-0.005' })
  })

  it('never exceed the reserved width', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
        fc.integer({ min: 0, max: 8 }),
        (lots, decimals) => {
          const unit = { mantissa: 1n, exponent: -decimals }
          const { short } = formatSignedAmount(lots, unit)
          expect(Math.abs(Number(lots)) * 10 ** -decimals >= 1e15 || short.length <= SHORT_CHARS).toBe(true)
          expect(lots === 0n).toBe(short === '0')
        },
      ),
    )
  })
})

describe('amounts on cards', () => {
  const base = amountsIn('base', 'LTC', LTC)
  const quote = amountsIn('quote', 'USDT', LTC)
  const traded = { lots: 1500, quote: 8329 * 1500 }

  it('have the chosen unit and its name', () => {
    expect(base.exact(traded)).toBe('1.5 LTC')
    expect(quote.exact(traded)).toBe('124.935 USDT')
    expect(quote.exact({ lots: 1500, quote: -8329 * 1500 })).toBe('124.935 USDT')
  })

  it('mark a conversion at an average price', () => {
    expect(base.about(750.5, traded)).toBe('0.7505 LTC')
    expect(quote.about(750, traded)).toBe('≈ 62.47 USDT')
    expect(base.ofNotional(8329 * 3000, traded)).toBe('≈ 3 LTC')
    expect(quote.ofNotional(8329 * 3000, traded)).toBe('249.87 USDT')
    expect(formatAtPrice(1, { lots: 0, quote: 0 }, units)).toBe('0')
  })
})
