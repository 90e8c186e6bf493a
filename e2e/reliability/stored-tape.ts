import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/** One trade of an exported or source tape; decimals have no trailing zeros. */
export interface Row {
  readonly id: string
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
  readonly fills: number
}

export interface StoredTape {
  readonly rows: readonly Row[]
  readonly trades: Trades
}

/** Server URL and credentials. */
export interface ApiAccess {
  readonly url: string
  readonly token: string
}

/** Fetches the tape of a market in [from, to] from GET /export. */
export async function fetchTape(
  { url, token }: ApiAccess,
  market: { symbol: string; tick_size: string; lot_size: string },
  from: number,
  to: number,
): Promise<StoredTape> {
  const query = new URLSearchParams({ symbol: market.symbol, from: String(from), to: String(to), what: 'trades' })
  const response = await fetch(`${url}/api/export?${query}`, { headers: { authorization: token } })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`/api/export of ${market.symbol} answered ${response.status}: ${text.slice(0, 300)}`)
  const [head, ...lines] = text.trimEnd().split('\n')
  const at = (name: string) => head.split(',').indexOf(name)
  const [id, ts, price, qty, side, fills] = ['id', 'ts_us', 'price', 'qty', 'side', 'fills'].map(at)
  const units = { tick: decimalUnit(market.tick_size), lot: decimalUnit(market.lot_size) }
  const builder = new TradeBuilder(lines.length)
  const rows = lines.map((line, i) => {
    const part = line.split(',')
    const row: Row = {
      id: part[id],
      ts: Number(part[ts]) / 1000,
      price: trimZeros(part[price]),
      qty: trimZeros(part[qty]),
      buy: part[side] === 'buy',
      fills: Number(part[fills]),
    }
    builder.push(row.ts, toUnits(row.price, units.tick), toUnits(row.qty, units.lot), row.buy, row.fills, i)
    return row
  })
  return { rows, trades: builder.build() }
}

/** Removes trailing zeros: 12.500 becomes 12.5. */
export function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
