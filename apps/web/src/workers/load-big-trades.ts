import type { BigTradeRow, BigTrades } from '@flowprint/contract'
import {
  decimalUnit, leastUnits, notionalUnit, toUnits, type BigTrade, type DecimalUnit, type Lots, type SizeSeed, type Trades,
} from '@flowprint/orderflow'
import { requestData, type CallIdentity } from '../shared/http/request.ts'
import { tradesOf } from './load-trades.ts'
import type { ViewRequest } from './protocol.ts'

/** A stretch of big trades; `resume`: with what is needed to go on from its end. */
export interface BigTradesWindow {
  readonly from: number
  readonly to: number | null
  /** Least notional in the quote currency; "0" = none of one's own. */
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

/** One answer of /big_trades, in ticks and lots. Throws CallFailure, OrderflowError, or AbortError when given up. */
export async function loadBigTrades(
  request: ViewRequest, { from, to, size, resume }: BigTradesWindow, identity: CallIdentity, signal: AbortSignal,
): Promise<LoadedBigTrades> {
  const query = { symbol: request.symbol, from: Math.max(0, from), to: to ?? undefined, size, resume: resume ? 1 : undefined }
  return bigTradesOf((await requestData('/big_trades', identity, { query, signal })) as BigTrades, request.units)
}

/** The rows of an answer as the engine has them. */
export function bigTradesOf({ from, to, list, open = [], sizes }: BigTrades, units: ViewRequest['units']): LoadedBigTrades {
  const tick = decimalUnit(units.tickSize)
  const lot = decimalUnit(units.lotSize)
  const quote = notionalUnit(units)
  const trade = (row: BigTradeRow): BigTrade => ({
    id: row.id, buy: row.side === 'buy', firstTs: row.ts, lastTs: row.end,
    first: toUnits(row.first, tick), last: toUnits(row.last, tick), low: toUnits(row.low, tick), high: toUnits(row.high, tick),
    lots: exactLots(row.volume, lot), notional: exactLots(row.notional, quote), prints: row.prints, fills: row.fills,
    usual: row.usual === null ? null : exactLots(row.usual, quote),
  })
  return {
    from, to, list: list.map(trade), open: tradesOf(open, units),
    sizes: {
      minutes: sizes?.minutes.map(([t, count]) => ({ t, count })) ?? [],
      sizes: sizes?.sizes.map(([t, size]) => ({ t, size: exactLots(size, quote) })) ?? [],
      floor: sizes === undefined ? 0 : exactLots(sizes.floor, quote),
    },
  }
}

/** Whole units of any size. */
function exactLots(text: string, unit: DecimalUnit): Lots {
  return text.startsWith('-') ? -leastUnits(text.slice(1), unit) : leastUnits(text, unit)
}
