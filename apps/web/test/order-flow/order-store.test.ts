import { beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { stubStorage } from '../browser-storage.ts'
import { MENUS } from './menus.ts'
import {
  HISTORY_LENGTH,
  isSelection,
  orderSearch,
  readHistory,
  readSelection,
  resolveSelection,
  withViewed,
  writeHistory,
} from '../../src/features/order-flow/model/selection.ts'
import { precisionFor } from '../../src/features/order-flow/model/precision.ts'

let storage = stubStorage()
const { useOrder, useOrderMemory } = await import('../../src/features/order-flow/model/order-store.ts')

const { addressedChart } = await import('../../src/features/order-flow/model/active-chart.tsx')

const order = () => useOrder.of(addressedChart).getState()
const viewed = () => useOrderMemory.getState().history
const START = { symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' }

beforeEach(() => {
  storage = stubStorage()
  useOrder.of(addressedChart).setState({ applied: null, draft: null })
  useOrderMemory.setState({ history: [], precisions: {} })
  order().adopt(START)
})

describe('the order state', () => {
  it('adopts a URL as applied selection and draft', () => {
    expect(order()).toMatchObject({ applied: START, draft: START })
    expect(viewed()).toEqual(['BINANCE:LTCUSDT'])
    expect(JSON.parse(storage['flowprint:selection'] ?? 'null')).toEqual(START)
  })

  it('lets the selectors change only the draft', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    order().chooseCycle(MENUS, '1m')
    expect(order().applied).toEqual(START)
    expect(order().draft).toMatchObject({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  })

  it('takes the recommended precision once symbol and cycle are chosen', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    expect(order().draft?.precision).toBe('0.1')
    order().chooseSymbol(MENUS, 'BINANCE:LTCUSDT')
    order().chooseCycle(MENUS, '1m')
    expect(order().draft?.precision).toBe('0.01')
  })

  it('adds the chosen symbol to the history, newest first', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    expect(viewed()).toEqual(['DEMO:BTCUSD', 'BINANCE:LTCUSDT'])
    expect(storage.symbolHistory).toBe('["DEMO:BTCUSD","BINANCE:LTCUSDT"]')
  })

  it('applies all three with the switch', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    order().choosePrecision(MENUS, '0.02')
    const stored = order().switchTo()
    expect(stored).toEqual({ symbol: 'DEMO:BTCUSD', cycle: '5m', precision: '0.02' })
    expect(order().applied).toEqual(stored)
  })

  it('remembers the precision chosen per symbol and cycle', () => {
    order().choosePrecision(MENUS, '0.02')
    order().chooseCycle(MENUS, '1m')
    expect(order().draft?.precision).toBe('0.01')
    order().chooseCycle(MENUS, '5m')
    expect(order().draft?.precision).toBe('0.02')
  })

  it('drops the draft when the URL changes (back and forward)', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    order().adopt({ ...START, cycle: '1m' })
    expect(order().draft).toEqual({ ...START, cycle: '1m' })
  })

  it('keeps the applied object for an equal selection, so that nothing reloads', () => {
    const before = order().applied
    order().adopt({ ...START })
    expect(order().applied).toBe(before)
  })

  it('keeps the draft when only settings in the URL change', () => {
    order().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    order().adopt({ ...START })
    expect(order().draft?.symbol).toBe('DEMO:BTCUSD')
  })
})

describe('the history of symbols', () => {
  it('is unique, newest first', () => {
    expect(withViewed(['A', 'B', 'C'], 'B')).toEqual(['B', 'A', 'C'])
  })

  it('is limited to twenty', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 100 }), (views) => {
        const history = views.reduce<readonly string[]>(withViewed, [])
        expect(history.length).toBeLessThanOrEqual(HISTORY_LENGTH)
        expect(new Set(history).size).toBe(history.length)
        expect(history[0]).toBe(views.at(-1))
      }),
    )
  })

  it('is stored as a JSON array under symbolHistory', () => {
    const storage = stubStorage()
    writeHistory(['A:B', 'C:D'])
    expect(storage.symbolHistory).toBe('["A:B","C:D"]')
    expect(readHistory()).toEqual(['A:B', 'C:D'])
  })

  it.each(['', '{}', '"A"', 'null', '[1,null,"A","A",""]'])('reads %s without complaint', (text) => {
    const expected = text.startsWith('[') ? ['A'] : []
    stubStorage({ symbolHistory: text })
    expect(readHistory()).toEqual(expected)
  })
})

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
