import type { TradeRow } from '@flowprint/contract'
import { decimalUnit, toUnits, TradeBuilder, type Trades } from '@flowprint/orderflow'
import { requestData, type CallIdentity } from '../shared/http/request.ts'
import type { ViewRequest } from './protocol.ts'

/** Maximum rows of one /trades answer. */
const PAGE = 10_000
/** Positions per millisecond when ids are not numeric: the position then keeps the order. */
const POSITIONS = 4096
/** The latest time the endpoint accepts. */
const LAST_MS = 253_402_300_799_999

/** Loads all trades of [from, to), ms; `to` Infinity = up to now. Throws CallFailure, OrderflowError, or AbortError. */
export async function loadTrades(
  request: ViewRequest,
  window: { readonly from: number; readonly to: number },
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<Trades> {
  const rows: TradeRow[] = []
  for (let after: string | undefined; ;) {
    const query = { symbol: request.symbol, from: window.from, to: Math.min(window.to, LAST_MS), limit: PAGE, after }
    const page = await requestData('GET /trades', identity, { query, signal })
    rows.push(...page)
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) break
    after = `${last.ts}_${last.id}`
  }
  return tradesOf(rows, request.units)
}

/** Converts rows of /trades, in canonical order, to columns. */
export function tradesOf(rows: readonly TradeRow[], units: ViewRequest['units']): Trades {
  const tick = decimalUnit(units.tickSize)
  const lot = decimalUnit(units.lotSize)
  const numbers = rows.every(({ id }) => /^\d{1,16}$/.test(id) && Number.isSafeInteger(Number(id)))
  const builder = new TradeBuilder(rows.length)
  let position = 0
  rows.forEach(({ id, ts, price, qty, side, fills }, i) => {
    position = i > 0 && rows[i - 1].ts === ts ? position + 1 : 0
    const place = numbers ? Number(id) : ts * POSITIONS + position
    builder.push(ts, toUnits(price, tick), toUnits(qty, lot), side === 'buy', fills, place, numbers ? undefined : id)
  })
  return builder.build()
}
