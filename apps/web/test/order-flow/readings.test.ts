import { analyzeBars, BAR_INCOMPLETE, BAR_OPEN, DEFAULT_SETTINGS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { readBar } from '../../src/features/order-flow/readout/bar-reading.ts'
import { findCell, readCell } from '../../src/features/order-flow/readout/cell-reading.ts'
import {
  groupDigits, percentText, quoteText, signed, textUnits,
} from '../../src/features/order-flow/readout/quantity-text.ts'
import { barsOf, type Print } from './bars.ts'

const LTC = { tickSize: '0.01', lotSize: '0.001' }
const units = textUnits(LTC)

/** 83.29 bought 1.5, 83.31 sold 2, 83.34 bought 0.25; then a lone row in the next minute. */
const PRINTS: readonly Print[] = [[0, 8329, 1500, true], [1000, 8331, 2000, false], [2000, 8334, 250, true], [60_000, 8340, 1, true]]

describe('exact texts', () => {
  it.each([['0', '0'], ['1234.5000', '1,234.5'], ['-1234567.00', '-1,234,567'], ['999.999', '999.999']])('%s reads %s', (text, shown) => {
    expect(groupDigits(text)).toBe(shown)
  })

  it.each([['1.5', '+1.5'], ['-1.5', '-1.5'], ['0', '0'], ['0.00', '0.00'], ['12.0%', '+12.0%']])('the difference %s reads %s', (text, shown) => {
    expect(signed(text)).toBe(shown)
  })

  it('stay exact beyond what doubles hold', () => {
    expect(quoteText(2n ** 70n, units)).toBe('11,805,916,207,174,113.03424')
  })

  it('a share of nothing is a dash', () => {
    expect(percentText(1, 0)).toBe('—')
    expect(percentText(-1, 3)).toBe('-33.3%')
  })
})

describe('the reading of a bar', () => {
  const bars = barsOf(PRINTS, 60_000, 5)
  const analysis = analyzeBars(bars, DEFAULT_SETTINGS, { units: LTC })

  it('is exact in base units', () => {
    expect(readBar(bars, analysis, 0, 'base', units)).toMatchObject({
      open: '83.29', high: '83.34', low: '83.29', close: '83.34', up: true, volume: '3.75', delta: '-0.25', deltaSign: -1,
      deltaShare: '-6.7%', minDelta: '-0.5', maxDelta: '+1.5', trades: '3',
    })
  })

  it('is exact in quote units, from prices inside the rows', () => {
    // 83.29 x 1.5 + 83.34 x 0.25 = 145.77 bought; 83.31 x 2 = 166.62 sold
    expect(readBar(bars, analysis, 0, 'quote', units)).toMatchObject({ volume: '312.39', delta: '-20.85' })
  })

  it('says a dash for an extreme that could not be kept exactly', () => {
    const broken = { ...bars, minDeltaQuote: bars.minDeltaQuote.map(() => Number.NaN) }
    expect(readBar(broken, analysis, 0, 'quote', units).minDelta).toBe('—')
  })

  it.each([[BAR_OPEN, 'open'], [BAR_INCOMPLETE, 'incomplete']])('names the state %i %s', (state, name) => {
    expect(readBar({ ...bars, state: bars.state.map(() => state) }, analysis, 0, 'base', units).state).toBe(name)
  })
})

describe('the reading of a cell', () => {
  const bars = barsOf(PRINTS, 60_000, 5)
  const analysis = analyzeBars(bars, DEFAULT_SETTINGS, { units: LTC })

  it('says the edges of its row and both sides', () => {
    expect(readCell(bars, analysis, { bar: 0, cell: 1 }, 'base', units)).toMatchObject({
      low: '83.30', high: '83.35', bid: '2', ask: '0.25', delta: '-1.75', deltaSign: -1, bidTrades: 1, askTrades: 1, isPoc: true,
    })
  })

  it('is found by its row, and not found where nothing traded', () => {
    expect(findCell(bars, 0, 1665)).toBe(0)
    expect(findCell(bars, 0, 1666)).toBe(1)
    expect(findCell(bars, 0, 1667)).toBe(-1)
    expect(findCell(bars, 1, 1666)).toBe(-1)
    expect(findCell(bars, 1, 1668)).toBe(2)
  })

  it('of one tick has one price', () => {
    const fine = barsOf(PRINTS)
    const reading = readCell(fine, analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC }), { bar: 0, cell: 0 }, 'base', units)
    expect(reading.low).toBe(reading.high)
  })

  it('says why it is an imbalance: 4.0 bought against 0.9 sold one row lower', () => {
    const fine = barsOf([[0, 100, 900, false], [1, 101, 4000, true]])
    const marked = analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC })
    expect(readCell(fine, marked, { bar: 0, cell: 1 }, 'base', units).imbalances).toEqual([
      { side: 'buy', grade: 1, dominant: '4', opposite: '0.9', ratio: '4.44', minVolume: '0' },
    ])
  })

  it('says no ratio against nothing', () => {
    const fine = barsOf([[0, 100, 4000, false], [1, 101, 900, false]])
    const marked = analyzeBars(fine, DEFAULT_SETTINGS, { units: LTC })
    expect(readCell(fine, marked, { bar: 0, cell: 0 }, 'base', units).imbalances).toMatchObject([{ side: 'sell', ratio: null, grade: 3 }])
  })
})
