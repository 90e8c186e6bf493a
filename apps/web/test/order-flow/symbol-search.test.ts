import { describe, expect, it } from 'vitest'
import { nearestSymbols, searchSymbols, viewedSymbols } from '../../src/features/order-flow/model/symbols.ts'
import { MENUS } from './menus.ts'

const search = (text: string) => searchSymbols(MENUS.symbol, text).map(({ value }) => value)

describe('the search', () => {
  it.each(['', '   '])('for "%s" keeps all symbols in their order', (text) => {
    expect(search(text)).toEqual(MENUS.symbol.map(({ value }) => value))
  })

  it('matches name, code and exchange, ignoring case and punctuation', () => {
    expect(search('ltc/usdt')).toEqual(['BINANCE:LTCUSDT'])
    expect(search('ltcusdt')).toEqual(['BINANCE:LTCUSDT'])
    expect(search('demo')).toEqual(['DEMO:BTCUSD'])
  })

  it('requires every word', () => {
    expect(search('binance btc')).toEqual(['BINANCE:BTCUSDT.P'])
    expect(search('demo ltc')).toEqual([])
  })

  it('ranks the exact name before prefixes', () => {
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
  it('share the longest prefix with the requested name', () => {
    expect(nearestSymbols(MENUS.symbol, 'BINANCE:LTCUSD', 1)[0].value).toBe('BINANCE:LTCUSDT')
  })
})
