import type { Trades } from '../trades/trades.ts'
import { KIND_TRADES, openContainer, sealContainer, startContainer } from './container.ts'
import type { DecodeLimits } from './limits.ts'
import { readTrades, readTradesForBars, writeTrades } from './trades-body.ts'
import type { TradeBuffers } from './trades-body.ts'

/**
 * Encodes trades as one packed message (docs/decisions/packed-format.md).
 *
 * Input   any order (canonical is smallest); see `Trades` for the ranges. Throws QUANTITY_RANGE beyond them.
 * Output  a new buffer, about 5-6 bytes per trade.
 */
export function encodeTrades(trades: Trades): Uint8Array<ArrayBuffer> {
  const writer = startContainer(64 + trades.length * 7)
  writeTrades(writer, trades)
  return sealContainer(writer, KIND_TRADES)
}

/**
 * Decodes a message made by `encodeTrades`: same order, newly allocated columns.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeTrades(bytes: Uint8Array, limits?: DecodeLimits): Trades {
  const reader = openContainer(bytes, KIND_TRADES, limits)
  const trades = readTrades(reader)
  reader.finish()
  return trades
}

/**
 * Decodes only the columns needed for bars, into memory that the next call with the same buffers overwrites. Ids are 0,
 * seq is null.
 *
 * Throws  as `decodeTrades`.
 */
export function decodeTradesForBars(bytes: Uint8Array, buffers: TradeBuffers): Trades {
  return readTradesForBars(openContainer(bytes, KIND_TRADES), buffers)
}
