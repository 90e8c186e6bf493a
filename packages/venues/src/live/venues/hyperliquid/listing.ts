import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

/** Prices of perpetuals have at most 6 - szDecimals decimals (and 5 significant figures). */
const PERPETUAL_DECIMALS = 6

/**
 * Converts a Hyperliquid perpetual: HYPERLIQUID:BTCUSDC.P, margined and settled in USDC, sizes in coins.
 *
 * Tick    prices are rounded to five significant figures, so their step changes with the price: the tick is the finest
 *         decimal the market allows (INDICATORS 1), 10^-(6 - szDecimals).
 * Lot     10^-szDecimals.
 * Left out  delisted coins; spot (token names are not unique there) and perpetuals of other deployers.
 */
export function hyperliquidListing(market: CcxtMarket): MarketListing | null {
  const { name: coin, szDecimals, isDelisted } = market.info
  const decimals = Number(szDecimals)
  if (!market.swap || typeof coin !== 'string' || coin.includes(':') || isDelisted === true) return null
  if (szDecimals === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > PERPETUAL_DECIMALS)
    return null
  return {
    symbol: `HYPERLIQUID:${market.base}${market.quote}.P`,
    venue: 'HYPERLIQUID',
    kind: 'perpetual',
    label: `${market.base}/${market.quote}`,
    marketId: coin,
    ccxtSymbol: market.symbol,
    tickSize: decimalsText(PERPETUAL_DECIMALS - decimals),
    lotSize: decimalsText(decimals),
    qtyUnit: 'base',
    contractSize: null,
    ids: 'none',
  }
}

function decimalsText(count: number): string {
  return count === 0 ? '1' : `0.${'0'.repeat(count - 1)}1`
}
