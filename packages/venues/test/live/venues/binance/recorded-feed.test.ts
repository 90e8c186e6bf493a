import { describe, expect, it } from 'vitest'
import { decimalUnit, findGaps, toUnits, TradeBuilder, type Trades } from '@flowprint/orderflow'
import type { MarketListing } from '@flowprint/venues'
import { readShared, sharedFiles } from '@flowprint/testkit'
import { PERPETUAL, SPOT } from '../../binance-markets.ts'
import { rowsOf } from '../../feed-recorder.ts'
import { stageFeed } from '../../stage.ts'

const CAPTURES: readonly (readonly [file: string, listing: MarketListing, trades: number, gaps: number])[] = [
  ['hftbacktest_spot_btcusdt_20240808.gz', SPOT, 9_757, 0],
  ['hftbacktest_usdm_btcusdt_20240808.gz', PERPETUAL, 21_313, 0],
]

for (const [file, listing, trades, gaps] of CAPTURES) {
  const path = `data/ws/${file}`
  describe.skipIf(sharedFiles([path], `the recorded trades of ${listing.symbol}`) === null)(
    `the recorded trades of ${listing.symbol} as aggregates`,
    () => {
      it('arrive exactly: count, time, price, quantity, side, fills and ids', async () => {
        const tape = aggregated(readShared(path) as string, listing)
        expect(tape.fills.reduce((sum, fills) => sum + fills, 0)).toBe(trades)
        expect(findGaps(tape, 'fills')).toHaveLength(gaps)
        const { fake, heard } = await stageFeed([{ listing, tape }])
        while (fake.emit(500) > 0);
        await heard.until(() => heard.count(listing.symbol) === tape.length)
        expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
        expect(heard.faults).toEqual([])
      })
    },
  )
}

interface RecordedTrade {
  readonly t: number
  readonly T: number
  readonly p: string
  readonly q: string
  readonly m: boolean
  readonly X?: string
}

/** Merges adjacent fills of one time, price and side, as the exchange does. */
function aggregated(text: string, listing: MarketListing): Trades {
  const tick = decimalUnit(listing.tickSize)
  const lot = decimalUnit(listing.lotSize)
  const tape = new TradeBuilder()
  // The trade that may still grow; fills = 0: none.
  const open = { ts: 0, price: 0, qty: 0, buy: false, fills: 0, id: 0 }
  const finish = () => {
    if (open.fills > 0) tape.push(open.ts, open.price, open.qty, open.buy, open.fills, open.id)
  }
  for (const line of text.split('\n')) {
    if (!line.includes('"e":"trade"')) continue
    const { t, T, p, q, m, X } = (JSON.parse(line.slice(line.indexOf('{'))) as { data: RecordedTrade }).data
    if (X !== undefined && X !== 'MARKET') continue
    const price = toUnits(p, tick)
    const qty = toUnits(q, lot)
    if (open.ts === T && open.price === price && open.buy === !m && open.id + open.fills === t) {
      open.qty += qty
      open.fills += 1
      continue
    }
    finish()
    Object.assign(open, { ts: T, price, qty, buy: !m, fills: 1, id: t })
  }
  finish()
  return tape.build()
}
