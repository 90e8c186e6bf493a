import { describe, expect, test } from 'vitest'
import { coverageOfFile } from '../../../../src/market/ingest/import/import-files.ts'
import { parseImportArguments } from '../../../../src/market/ingest/index.ts'
import { parseSymbol } from '../../../../src/market/ingest/symbol.ts'

describe('symbols', () => {
  test.each([
    ['BINANCE:LTCUSDT', 'BINANCE', 'spot', 'LTC/USDT'],
    ['binance:btcusdt.p', 'BINANCE', 'perpetual', 'BTC/USDT perpetual'],
    ['BYBIT:BTCUSD.P', 'BYBIT', 'perpetual', 'BTC/USD perpetual'],
    ['BINANCE:BTCUSDT.250926', 'BINANCE', 'future', 'BTC/USDT 250926'],
    ['COINBASE:BTC-USD', 'COINBASE', 'spot', 'BTC/USD'],
    ['NYSE:SPY', 'NYSE', 'spot', 'SPY'],
  ])('%s', (text, exchange, kind, label) => {
    expect(parseSymbol(text)).toEqual({ symbol: text.toUpperCase(), exchange, kind, label })
  })

  test.each(['LTCUSDT', 'BINANCE:', ':LTC', 'A B:CD', 'BINANCE:LTC USDT'])('%s is rejected as a symbol', (text) => {
    expect(parseSymbol(text)).toBeNull()
  })
})

describe('arguments', () => {
  test('have defaults', () => {
    const { files, settings } = parseImportArguments(['a.zip', 'b.zip', '--symbol', 'BINANCE:LTCUSDT'])
    expect(files).toEqual(['a.zip', 'b.zip'])
    expect(settings).toMatchObject({ format: 'auto', ids: 'auto', side: 'given', skipBad: false, tick: undefined })
  })

  test('lift the limit with --max-expansion 0', () => {
    const limitOf = (...more: string[]) =>
      parseImportArguments(['a.zip', '--symbol', 'A1:BTC', ...more]).settings.maxExpansion
    expect([limitOf(), limitOf('--max-expansion', '250'), limitOf('--max-expansion', '0')]).toEqual([
      100,
      250,
      Infinity,
    ])
  })

  test.each([
    [['--symbol', 'A1:BTC'], 'at least one file'],
    [['a.csv'], '--symbol is missing'],
    [['a.csv', '--symbol', 'LTC'], 'EXCHANGE:PAIR'],
    [['a.csv', '--symbol', 'DEMO:BTCUSD'], 'simulated'],
    [['a.csv', '--symbol', 'A1:BTC', '--format', 'xml'], 'one of auto, binance'],
    [['a.csv', '--symbol', 'A1:BTC', '--ids', 'some'], 'one of auto, contiguous, none'],
    [['a.csv', '--symbol', 'A1:BTC', '--side', 'up'], 'one of given, tick-rule'],
    [['a.csv', '--symbol', 'A1:BTC', '--tick', '0'], 'greater than 0'],
    [['a.csv', '--symbol', 'A1:BTC', '--lot', 'x'], 'greater than 0'],
    [['a.csv', '--symbol', 'A1:BTC', '--max-expansion', '-1'], '--max-expansion'],
    [['a.csv', '--symbol', 'A1:BTC', '--max-expansion', 'many'], 'a whole number'],
    [['a.csv', '--symbol', 'A1:BTC', '--wrong'], '--wrong'],
  ])('reject %j', (argv, message) => {
    expect(() => parseImportArguments(argv)).toThrow(message)
  })
})

describe('coverage of a file', () => {
  const noon = Date.UTC(2025, 5, 21, 12)
  const day = 86_400_000

  test('is the whole UTC day for a day file', () => {
    const covers = { from: Date.UTC(2025, 5, 21), to: Date.UTC(2025, 5, 22) }
    expect(coverageOfFile('/x/LTCUSDT-aggTrades-2025-06-21.zip', noon, noon + 1)).toEqual(covers)
    expect(coverageOfFile('BTCUSD20250621.csv.gz', noon, noon + 1)).toEqual(covers)
  })

  test('is the month for a month file', () => {
    expect(coverageOfFile('LTCUSDT-trades-2025-06.zip', noon, noon)).toEqual({
      from: Date.UTC(2025, 5, 1),
      to: Date.UTC(2025, 6, 1),
    })
  })

  test('is not claimed by a name without a date, or with trades outside it', () => {
    expect(coverageOfFile('trades.csv', noon, noon)).toBeNull()
    expect(coverageOfFile('LTCUSDT-aggTrades-2025-06-21.zip', noon, noon + day)).toBeNull()
    expect(coverageOfFile('LTCUSDT-2025-13-01.zip', noon, noon)).toBeNull()
  })
})
