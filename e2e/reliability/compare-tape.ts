import type { Coverage } from '@flowprint/contract'
import { decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { FakeMarket } from '@flowprint/testkit'
import { trimZeros, type Row } from './stored-tape.ts'

export interface TapeComparison {
  /** Trades of the exchange, those it never published, and those missing for another reason (venues without ids). */
  readonly trades: number
  readonly lost: number
  readonly unproven: number
  /** Times of all missing trades, ms. */
  readonly missing: readonly number[]
  /** Errors; empty when the tapes agree. */
  readonly faults: readonly string[]
}

/**
 * Compares the stored tape with the source. Every trade is stored once and unchanged. A missing trade was never published,
 * or the venue has no ids and it traded while we were disconnected; it must lie inside a gap of the coverage, except for
 * unpublished trades of a venue without ids, which cannot be detected.
 */
export function compareTape(
  market: FakeMarket,
  stored: readonly Row[],
  lost: ReadonlySet<string>,
  coverage: Coverage,
): TapeComparison {
  const faults: string[] = []
  const byId = new Map<string, Row>()
  for (const row of stored) {
    if (byId.has(row.id)) faults.push(`${row.id} is stored twice`)
    byId.set(row.id, row)
  }
  const missing: number[] = []
  let missingLost = 0
  let unproven = 0
  for (const trade of sourceRows(market)) {
    const found = removeTrade(byId, trade)
    if (found !== null) {
      if (formatTrade(found) !== formatTrade(trade))
        faults.push(`stored ${formatTrade(found)}, expected ${formatTrade(trade)}`)
      continue
    }
    missing.push(trade.ts)
    const isLost = lost.has(trade.id)
    if (isLost) missingLost += 1
    else if (market.listing.ids === 'none') unproven += 1
    else faults.push(`missing: ${formatTrade(trade)}`)
    // An unpublished trade without an id cannot be detected.
    if (isLost && market.listing.ids === 'none') continue
    // Without ids, gaps are detected from the exchange's volume of the whole minute.
    const [from, to] = market.listing.ids === 'none' ? minuteOf(trade.ts) : [trade.ts, trade.ts]
    if (!coverage.gaps.some((gap) => gap.from <= to && from <= gap.to))
      faults.push(`missing without a gap: ${formatTrade(trade)}`)
  }
  for (const id of byId.keys()) faults.push(`${id} is stored but not in the source`)
  return { trades: market.tape.length, lost: missingLost, unproven, missing, faults }
}

function minuteOf(ts: number): [from: number, to: number] {
  const start = Math.floor(ts / 60_000) * 60_000
  return [start, start + 59_999]
}

function* sourceRows({ listing, tape }: FakeMarket): Generator<Row> {
  const tick = decimalUnit(listing.tickSize)
  const lot = decimalUnit(listing.lotSize)
  for (let i = 0; i < tape.length; i++) {
    yield {
      id: idText(tape, i),
      ts: tape.ts[i],
      price: trimZeros(fromUnits(tape.price[i], tick)),
      qty: trimZeros(fromUnits(tape.qty[i], lot)),
      buy: tape.buy[i] === 1,
      fills: tape.fills[i],
    }
  }
}

/** Removes a trade from the stored rows: one row, or the sum of its fills where REST returned them one by one. */
function removeTrade(byId: Map<string, Row>, trade: Row): Row | null {
  const first = byId.get(trade.id)
  if (first === undefined) return null
  byId.delete(trade.id)
  let { fills } = first
  let qty = addDecimals('0', first.qty)
  while (fills < trade.fills) {
    const next = byId.get(String(Number(trade.id) + fills))
    if (next === undefined || next.price !== first.price || next.buy !== first.buy || next.ts !== first.ts) break
    byId.delete(next.id)
    fills += next.fills
    qty = addDecimals(qty, next.qty)
  }
  return { ...first, fills, qty: trimZeros(qty) }
}

function addDecimals(a: string, b: string): string {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const unit = { mantissa: 1n, exponent: -decimals }
  const whole = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(decimals - (text.split('.')[1]?.length ?? 0)))
  return fromUnits(whole(a) + whole(b), unit)
}

const formatTrade = ({ id, ts, price, qty, buy, fills }: Row): string =>
  `${id} ${ts} ${buy ? 'buy' : 'sell'} ${qty} @ ${price} (${fills})`
