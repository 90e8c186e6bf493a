import { describe, expect, it } from 'vitest'
import {
  precisionFor,
  recommendedPrecision,
  rememberPrecision,
  rememberedPrecision,
  stepOf,
} from '../../src/features/order-flow/model/precision.ts'
import { precisionOptions, tidyPrecision } from '../../src/features/order-flow/model/precision-options.ts'
import { market, MENUS } from './menus.ts'

const LTC = 'BINANCE:LTCUSDT'

describe('a precision', () => {
  it.each([
    ['0.01', 1],
    ['0.05', 5],
    ['1', 100],
    ['0.010', 1],
    ['5e-2', 5],
  ])('of %s is %i ticks of 0.01', (text, step) => {
    expect(stepOf(text, '0.01')).toBe(step)
  })

  it.each(['0.015', '0', '-0.05', '', 'abc', '99999999999'])('of "%s" is refused', (text) => {
    expect(stepOf(text, '0.01')).toBeNull()
    expect(tidyPrecision(text, '0.01')).toBeNull()
  })

  it('normalizes a typed value', () => {
    expect(tidyPrecision(' .07 ', '0.01')).toBe('0.07')
    expect(tidyPrecision('0.1', '0.01')).toBe('0.1')
    expect(tidyPrecision('0.0625', '0.03125')).toBe('0.0625')
  })
})

describe('the precision of a symbol and cycle', () => {
  it('is the recommended one', () => expect(precisionFor(MENUS, {}, LTC, '5m')).toBe('0.05'))

  it('of trade and volume bars follows from the menu sizes, otherwise from five minutes', () => {
    expect(precisionFor(MENUS, {}, LTC, '1000t')).toBe('0.05')
    const menus = { ...MENUS, recommend: { [LTC]: { '5m': '0.05', '100t': '0.01', '500v': '0.1' } } }
    expect(precisionFor(menus, {}, LTC, '100t')).toBe('0.01')
    expect(precisionFor(menus, {}, LTC, '400t')).toBe('0.02')
    expect(precisionFor(menus, {}, LTC, '2000v')).toBe('0.2')
    expect(precisionFor(MENUS, { [`${LTC} 2.5v`]: '0.1' }, LTC, '2.5v')).toBe('0.1')
  })

  it.each([
    [60, '0.05'],
    [40, '0.05'],
    [30, '0.05'],
    [20, '0.1'],
    [9, '0.2'],
    [0, '0.5'],
  ])('considers the height of the pane: with room for %d rows it is %s', (rows, precision) => {
    const menus = {
      ...MENUS,
      symbol: [market(LTC, 'LTC/USDT', { precision: ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5'] })],
    }
    expect(recommendedPrecision(menus, LTC, '5m', rows)).toBe(precision)
  })

  it('is the finest without a recommendation', () => expect(precisionFor(MENUS, {}, LTC, '1h')).toBe('0.01'))

  it('is the user choice if any', () => {
    const memory = rememberPrecision({}, MENUS, LTC, '5m', '0.02')
    expect(precisionFor(MENUS, memory, LTC, '5m')).toBe('0.02')
    expect(precisionFor(MENUS, memory, LTC, '1m')).toBe('0.01')
    expect(rememberedPrecision(memory, LTC, '5m')).toBe('0.02')
  })

  it('follows the recommendation again once it is chosen', () => {
    const memory = rememberPrecision({}, MENUS, LTC, '5m', '0.02')
    expect(rememberPrecision(memory, MENUS, LTC, '5m', '0.05')).toEqual({})
  })

  it('ignores a choice that the tick no longer divides', () => {
    expect(precisionFor(MENUS, { [`${LTC} 5m`]: '0.005' }, LTC, '5m')).toBe('0.05')
  })

  it('is undefined for an unknown symbol', () => expect(precisionFor(MENUS, {}, 'GONE:X', '5m')).toBeUndefined())
})

describe('the menu of precisions', () => {
  it('is the ladder with the recommended, the remembered and the chosen step marked', () => {
    const options = precisionOptions(MENUS.symbol[0], '0.05', '0.02', '0.02')
    expect(options.map(({ value }) => value)).toEqual(['0.01', '0.02', '0.05', '0.1'])
    expect(options.filter(({ recommended }) => recommended).map(({ value }) => value)).toEqual(['0.05'])
    expect(options.filter(({ remembered }) => remembered).map(({ value }) => value)).toEqual(['0.02'])
  })

  it('inserts a custom step in order', () => {
    const options = precisionOptions(MENUS.symbol[0], '0.05', undefined, '0.07')
    expect(options.map(({ value }) => value)).toEqual(['0.01', '0.02', '0.05', '0.07', '0.1'])
  })

  it('lists a step once in any notation', () => {
    const options = precisionOptions(MENUS.symbol[0], undefined, undefined, '0.1')
    expect(options.map(({ value }) => value)).toEqual(['0.01', '0.02', '0.05', '0.1'])
    expect(options.find(({ chosen }) => chosen)?.value).toBe('0.1')
  })
})
