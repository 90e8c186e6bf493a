import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

/** Names that WebSocket v2 changed; REST and `wsname` still use XBT and XDG. */
const V2_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const REST_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

/**
 * Converts a Kraken pair: KRAKEN:BTCUSD, named BTC/USD in WebSocket v2.
 *
 * Tick    tick_size; older answers without it: pair_decimals.
 * Lot     lot_decimals, 8 almost everywhere: quantities become large integers.
 * Left out  pairs that are not trading, and those without a WebSocket name (dark pools).
 */
export function krakenListing(market: CcxtMarket): MarketListing | null {
  const { info } = market
  const wsname = info['wsname']
  if (typeof wsname !== 'string' || (info['status'] !== undefined && info['status'] !== 'online')) return null
  const [base, quote] = wsname.split('/').map((name) => V2_NAMES[name] ?? name)
  if (base === undefined || quote === undefined) return null
  const tick = typeof info['tick_size'] === 'string' ? info['tick_size'] : decimalsText(info['pair_decimals'])
  const lot = decimalsText(info['lot_decimals'])
  if (tick === null || lot === null) return null
  return {
    symbol: `KRAKEN:${base}${quote}`,
    venue: 'KRAKEN',
    kind: 'spot',
    label: `${base}/${quote}`,
    marketId: `${base}/${quote}`,
    ccxtSymbol: market.symbol,
    tickSize: tick,
    lotSize: lot,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'contiguous',
  }
}

/** The REST name of a pair: BTC/USD is XBTUSD. */
export function restPair(marketId: string): string {
  return marketId
    .split('/')
    .map((name) => REST_NAMES[name] ?? name)
    .join('')
}

/** 10^-decimals as text: 8 is 0.00000001; null if it is not a number of decimals. */
function decimalsText(decimals: unknown): string | null {
  const count = Number(decimals)
  if (!Number.isInteger(count) || count < 0 || count > 30) return null
  return count === 0 ? '1' : `0.${'0'.repeat(count - 1)}1`
}
