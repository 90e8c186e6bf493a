import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '../browser-storage.ts'
import { MENUS } from './menus.ts'

let storage = stubStorage()
const { lastSelection, useOrder } = await import('../../src/features/order-flow/model/order-store.ts')

const order = () => useOrder.getState()
const START = { symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' }

beforeEach(() => {
  storage = stubStorage()
  useOrder.setState({ applied: null, draft: null, history: [], memory: {} })
  order().adopt(START)
})

describe('the order state', () => {
  it('adopts a URL as applied selection and draft', () => {
    expect(order()).toMatchObject({ applied: START, draft: START, history: ['BINANCE:LTCUSDT'] })
    expect(lastSelection()).toEqual({ symbol: START.symbol, cycle: START.cycle })
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
    expect(order().history).toEqual(['DEMO:BTCUSD', 'BINANCE:LTCUSDT'])
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
