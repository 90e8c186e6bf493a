import type { InstrumentKind } from '../store/index.ts'

const QUOTES = [
  'USDT',
  'USDC',
  'FDUSD',
  'TUSD',
  'BUSD',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'TRY',
  'BRL',
  'DAI',
  'BTC',
  'ETH',
  'BNB',
]

export interface ParsedSymbol {
  readonly symbol: string
  readonly exchange: string
  readonly kind: InstrumentKind
  readonly label: string
}

/**
 * Parses a symbol in traders' notation: EXCHANGE:PAIR, with .P for a perpetual (BINANCE:BTCUSDT.P). Returns null for
 * any other form.
 */
export function parseSymbol(text: string): ParsedSymbol | null {
  const match = /^([A-Z][A-Z0-9]{1,23}):([A-Z0-9]{2,24}(?:[-_/][A-Z0-9]{1,24})?)(\.[A-Z0-9]{1,8})?$/.exec(
    text.trim().toUpperCase(),
  )
  if (!match) return null
  const [symbol, exchange, pair, suffix = ''] = match
  const kind = exchange === 'DEMO' ? 'simulated' : suffix === '.P' ? 'perpetual' : suffix ? 'future' : 'spot'
  return {
    symbol,
    exchange,
    kind,
    label: `${pairLabel(pair)}${suffix === '.P' ? ' perpetual' : suffix && ` ${suffix.slice(1)}`}`,
  }
}

/** "LTCUSDT" as "LTC/USDT" when the quote currency is known; otherwise unchanged. */
function pairLabel(pair: string): string {
  const quote = QUOTES.find((candidate) => pair.endsWith(candidate) && pair.length > candidate.length)
  return quote ? `${pair.slice(0, -quote.length).replace(/[-_/]$/, '')}/${quote}` : pair
}
