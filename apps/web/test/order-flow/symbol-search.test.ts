import { describe, expect, it } from 'vitest'
import { nearestSymbols, searchSymbols, viewedSymbols } from '../../src/features/order-flow/model/symbol-search.ts'
import { MENUS } from './menus.ts'

const search = (text: string) => searchSymbols(MENUS.symbol, text).map(({ value }) => value)

describe('the search', () => {
  it.each(['', '   '])('for "%s" keeps all symbols in their order', (text) => {
    expect(search(text)).toEqual(MENUS.symbol.map(({ value }) => value))
  })

  it('finds by name, code and exchange, without regard to case and punctuation', () => {
    expect(search('ltc/usdt')).toEqual(['BINANCE:LTCUSDT'])
    expect(search('ltcusdt')).toEqual(['BINANCE:LTCUSDT'])
    expect(search('demo')).toEqual(['DEMO:BTCUSD'])
  })

  it('wants every word', () => {
    expect(search('binance btc')).toEqual(['BINANCE:BTCUSDT.P'])
    expect(search('demo ltc')).toEqual([])
  })

  it('puts the exact name before those that only begin with it', () => {
    expect(search('btc/usd')[0]).toBe('DEMO:BTCUSD')
  })
})

describe('the tab History', () => {
  it('shows viewed symbols newest first and leaves out those that are gone', () => {
    const shown = viewedSymbols(MENUS.symbol, ['DEMO:BTCUSD', 'GONE:X', 'BINANCE:LTCUSDT'])
    expect(shown.map(({ value }) => value)).toEqual(['DEMO:BTCUSD', 'BINANCE:LTCUSDT'])
  })
})

describe('the nearest symbols', () => {
  it('share the longest part with the wanted name', () => {
    expect(nearestSymbols(MENUS.symbol, 'BINANCE:LTCUSD', 1)[0].value).toBe('BINANCE:LTCUSDT')
  })
})
