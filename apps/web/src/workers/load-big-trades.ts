import { BIG_TRADES_MIME } from '@flowprint/contract'
import { decodeBigTrades, type BigTrade, type SizeSeed, type Trades } from '@flowprint/orderflow'
import { requestBytes, type CallIdentity } from '../shared/http/request.ts'
import type { ViewRequest } from './protocol.ts'

/** A range of big trades; `resume`: include the state needed to continue from its end. */
export interface BigTradesWindow {
  readonly from: number
  readonly to: number | null
  /** Minimum notional in the quote currency; "0" = no minimum. */
  readonly size: string
  readonly resume: boolean
}

export interface LoadedBigTrades {
  readonly from: number
  readonly to: number
  readonly list: readonly BigTrade[]
  readonly open: Trades
  readonly sizes: SizeSeed
}

/**
 * Loads one packed answer of /big_trades, in ticks and lots. Throws CallFailure, OrderflowError, or AbortError when
 * cancelled.
 */
export async function loadBigTrades(
  request: ViewRequest,
  { from, to, size, resume }: BigTradesWindow,
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<LoadedBigTrades> {
  const query = {
    symbol: request.symbol,
    from: Math.max(0, from),
    to: to ?? undefined,
    size,
    resume: resume || undefined,
  }
  return bigTradesOf(
    await requestBytes('GET /big_trades', identity, { query, accept: BIG_TRADES_MIME, signal }),
    request.units,
  )
}

/**
 * Parses the rows of an answer. An answer in other units belongs to another version of the market, which the stream
 * reports.
 */
export function bigTradesOf(bytes: Uint8Array, units: ViewRequest['units']): LoadedBigTrades {
  const { meta, list, open, sizes } = decodeBigTrades(bytes)
  if (meta.tick_size !== units.tickSize || meta.lot_size !== units.lotSize) {
    throw new RangeError(
      `Big trades in ${meta.tick_size} and ${meta.lot_size}, not ${units.tickSize} and ${units.lotSize}`,
    )
  }
  return { from: meta.from, to: meta.to, list, open, sizes }
}
