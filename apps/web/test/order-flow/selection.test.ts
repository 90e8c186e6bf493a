import { describe, expect, it } from 'vitest'
import { precisionFor } from '../../src/features/order-flow/model/precision.ts'
import {
  isSelection,
  orderSearch,
  readSelection,
  resolveSelection,
} from '../../src/features/order-flow/model/order-store.ts'
import { MENUS } from './menus.ts'

const recommended = (symbol: string, cycle: string) => precisionFor(MENUS, {}, symbol, cycle)

describe('a URL', () => {
  it('contains symbol, cycle and precision', () => {
    const search = orderSearch({ symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' })
    expect(search).toBe('?symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05')
    expect(readSelection(search)).toEqual({ symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' })
  })

  it('omits undefined values', () => {
    expect(orderSearch({ symbol: undefined })).toBe('')
    expect(orderSearch({ symbol: 'A:B', view: undefined })).toBe('?symbol=A:B')
  })

  it('escapes special characters', () => {
    const symbol = 'X:A&B=C?#%/ 中'
    expect(readSelection(orderSearch({ symbol })).symbol).toBe(symbol)
  })

  it('ignores an empty part', () => {
    expect(readSelection('?symbol=&cycle=%20')).toEqual({ symbol: undefined, cycle: undefined, precision: undefined })
    expect(isSelection(readSelection('?symbol=A:B'))).toBe(false)
  })
})

describe('a resolved selection', () => {
  it('uses the recommendation of the menus by default', () => {
    expect(resolveSelection(MENUS, {}, {}, recommended)).toEqual(MENUS.initRecommand)
  })

  it('completes missing parts from the last visit', () => {
    const last = { symbol: 'DEMO:BTCUSD', cycle: '5m' }
    expect(resolveSelection(MENUS, {}, last, recommended)).toEqual({
      symbol: 'DEMO:BTCUSD',
      cycle: '5m',
      precision: '0.1',
    })
  })

  it('drops a last symbol that is no longer available', () => {
    expect(resolveSelection(MENUS, {}, { symbol: 'GONE:X' }, recommended)?.symbol).toBe('BINANCE:LTCUSDT')
  })

  it('keeps an unknown symbol of the URL, so that the page can report it', () => {
    expect(resolveSelection(MENUS, { symbol: 'GONE:X' }, {}, recommended)?.symbol).toBe('GONE:X')
  })

  it.each(['2m', '', '5M'])('replaces the unknown cycle "%s"', (cycle) => {
    expect(resolveSelection(MENUS, { symbol: 'DEMO:BTCUSD', cycle }, {}, recommended)?.cycle).toBe('5m')
  })

  it.each(['abc', '-1', '1e5', '0.05; drop'])('replaces the precision "%s", which is no plain decimal', (precision) => {
    expect(resolveSelection(MENUS, { precision }, {}, recommended)?.precision).toBe('0.05')
  })

  it('is null when there are no symbols at all', () => {
    expect(resolveSelection({ ...MENUS, symbol: [], initRecommand: null }, {}, {}, recommended)).toBeNull()
  })
})

describe('a trade or volume cycle in a URL', () => {
  it.each(['1000t', '333t', '2.5v'])('%s is shown, whether the menu lists it or not', (cycle) => {
    expect(resolveSelection(MENUS, { cycle }, {}, recommended)?.cycle).toBe(cycle)
  })

  it.each(['0t', '1.5t', '2.50v', '7x'])('%s is none: the last cycle is shown', (cycle) => {
    expect(resolveSelection(MENUS, { cycle }, { cycle: '1h' }, recommended)?.cycle).toBe('1h')
  })
})
