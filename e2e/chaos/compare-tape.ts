import type { Coverage } from '@flowprint/contract'
import { decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { FakeMarket } from '@flowprint/testkit'
import { plain, type Row } from './stored-tape.ts'

export interface TapeVerdict {
  /** Trades the exchange made, those nobody can have, and those that are missing for another reason (venues without ids). */
  readonly trades: number
  readonly lost: number
  readonly unproven: number
  /** What must not be; empty when all is well. */
  readonly faults: readonly string[]
}

/**
 * The stored tape against the source: every trade once, as it was made; what is missing was lost at the exchange, or,
 * where the venue proves nothing by ids, traded while we were away; and lies inside a gap that the coverage names (but for
 * what was lost at an exchange that numbers nothing: no gap tells of it).
 */
export function compareTape(
  market: FakeMarket,
  stored: readonly Row[],
  lost: ReadonlySet<string>,
  coverage: Coverage,
): TapeVerdict {
  const faults: string[] = []
  const byId = new Map<string, Row>()
  for (const row of stored) {
    if (byId.has(row.id)) faults.push(`${row.id} is stored twice`)
    byId.set(row.id, row)
  }
  let missingLost = 0
  let unproven = 0
  for (const trade of sourceRows(market)) {
    const found = takeTrade(byId, trade)
    if (found !== null) {
      if (textOf(found) !== textOf(trade)) faults.push(`stored ${textOf(found)}, made ${textOf(trade)}`)
      continue
    }
    const isLost = lost.has(trade.id)
    if (isLost) missingLost += 1
    else if (market.listing.ids === 'none') unproven += 1
    else faults.push(`missing: ${textOf(trade)}`)
    // What the exchange never published and does not number, nobody can know of.
    if (isLost && market.listing.ids === 'none') continue
    // Without ids it is the exchange's volume of the whole minute that tells.
    const [from, to] = market.listing.ids === 'none' ? minuteOf(trade.ts) : [trade.ts, trade.ts]
    if (!coverage.gaps.some((gap) => gap.from <= to && from <= gap.to))
      faults.push(`missing without a gap: ${textOf(trade)}`)
  }
  for (const id of byId.keys()) faults.push(`${id} is stored and was never made`)
  return { trades: market.tape.length, lost: missingLost, unproven, faults }
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
      price: plain(fromUnits(tape.price[i], tick)),
      qty: plain(fromUnits(tape.qty[i], lot)),
      buy: tape.buy[i] === 1,
      fills: tape.fills[i],
    }
  }
}

/** Takes a trade out of the stored rows: as one row, or, where REST gave its fills one by one, as their sum. */
function takeTrade(byId: Map<string, Row>, trade: Row): Row | null {
  const first = byId.get(trade.id)
  if (first === undefined) return null
  byId.delete(trade.id)
  let { fills } = first
  let qty = decimalSum('0', first.qty)
  while (fills < trade.fills) {
    const next = byId.get(String(Number(trade.id) + fills))
    if (next === undefined || next.price !== first.price || next.buy !== first.buy || next.ts !== first.ts) break
    byId.delete(next.id)
    fills += next.fills
    qty = decimalSum(qty, next.qty)
  }
  return { ...first, fills, qty: plain(qty) }
}

function decimalSum(a: string, b: string): string {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const unit = { mantissa: 1n, exponent: -decimals }
  const whole = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(decimals - (text.split('.')[1]?.length ?? 0)))
  return fromUnits(whole(a) + whole(b), unit)
}

const textOf = ({ id, ts, price, qty, buy, fills }: Row): string =>
  `${id} ${ts} ${buy ? 'buy' : 'sell'} ${qty} @ ${price} (${fills})`
