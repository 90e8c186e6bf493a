import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/** One row of an exported tape, or of a source; numbers as texts without zeros at the end. */
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

/** Where to ask, and as whom. */
export interface Asked {
  readonly url: string
  readonly token: string
}

/** The whole tape of a market as GET /export gives it. */
export async function fetchTape(
  { url, token }: Asked,
  market: { symbol: string; tick_size: string; lot_size: string },
  from: number,
  to: number,
): Promise<StoredTape> {
  const query = new URLSearchParams({ symbol: market.symbol, from: String(from), to: String(to), what: 'trades' })
  const answer = await fetch(`${url}/api/export?${query}`, { headers: { authorization: token } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/api/export of ${market.symbol} answered ${answer.status}: ${text.slice(0, 300)}`)
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
      price: plain(part[price]),
      qty: plain(part[qty]),
      buy: part[side] === 'buy',
      fills: Number(part[fills]),
    }
    builder.push(row.ts, toUnits(row.price, units.tick), toUnits(row.qty, units.lot), row.buy, row.fills, i)
    return row
  })
  return { rows, trades: builder.build() }
}

/** 12.500 and 12.5 are one number. */
export function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
