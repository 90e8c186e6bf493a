import { decimalUnit, fromUnits, multiplyUnits } from '@flowprint/orderflow'
import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

interface OkxInfo {
  readonly tickSz?: unknown
  readonly lotSz?: unknown
  readonly ctVal?: unknown
  readonly ctMult?: unknown
}

/**
 * Converts an OKX market: OKX:BTCUSDT spot, OKX:BTCUSDT.P linear swap (BTC-USDT-SWAP), OKX:BTCUSD.P inverse swap. Null
 * for unsupported ones: dated futures, options, and non-trading markets. Sizes of swaps are contracts of ctVal x ctMult
 * each: base units if linear (0.01 BTC), US dollars if inverse.
 */
export function okxListing(market: CcxtMarket): MarketListing | null {
  if (market.active !== true || !(market.spot || market.swap)) return null
  const { tickSz, lotSz, ctVal, ctMult } = market.info as OkxInfo
  if (typeof tickSz !== 'string' || typeof lotSz !== 'string' || tickSz === '' || lotSz === '') return null
  const contractSize = market.swap ? contractOf(ctVal, ctMult) : null
  if (market.swap && contractSize === null) return null
  const [base, quote] = market.id.split('-')
  return {
    symbol: `OKX:${base}${quote}${market.spot ? '' : '.P'}`,
    venue: 'OKX',
    kind: market.spot ? 'spot' : 'perpetual',
    label: `${base}/${quote}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize: tickSz,
    lotSize: lotSz,
    qtyUnit: market.swap ? 'contract' : 'base',
    contractSize,
    ids: 'fills',
  }
}

/** ctVal x ctMult as exact text; the multiplier is almost always 1. Null without a value. */
function contractOf(ctVal: unknown, ctMult: unknown): string | null {
  if (typeof ctVal !== 'string' || ctVal === '') return null
  const times = typeof ctMult === 'string' && ctMult !== '' ? ctMult : '1'
  return fromUnits(1, multiplyUnits(decimalUnit(ctVal), decimalUnit(times)))
}
