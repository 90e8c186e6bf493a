import { ASK, BID, decimalUnit, toUnits } from '@flowprint/orderflow'
import { readShared, sharedFiles } from '@flowprint/testkit'
import type { MarketListing } from '@flowprint/venues'
import { describe, expect, it } from 'vitest'
import { BinanceBookRule } from '../../src/depth/rules/binance.ts'
import { PERPETUAL, SPOT } from '../live/binance-markets.ts'
import { BuilderBench } from './support/book-track.ts'

const RECORDINGS = [
  { name: 'spot', path: 'data/ws/hftbacktest_spot_btcusdt_20240808.gz', listing: SPOT, levels: 5_000, updates: 3_000 },
  {
    name: 'USD-M',
    path: 'data/ws/hftbacktest_usdm_btcusdt_20240808.gz',
    listing: PERPETUAL,
    levels: 1_000,
    updates: 6_000,
  },
] as const

interface Recorded {
  /** In order of arrival: updates of the stream and the REST snapshot. */
  readonly messages: readonly { readonly kind: 'update' | 'snapshot'; readonly text: string; readonly last: number }[]
  /** The venue's own best prices by update id, ascending. */
  readonly touches: readonly { readonly id: number; readonly bid: string; readonly ask: string }[]
}

/** Lines of `<receipt in ns> <message>`. */
function parseRecording(text: string): Recorded {
  const messages: { kind: 'update' | 'snapshot'; text: string; last: number }[] = []
  const touches: { id: number; bid: string; ask: string }[] = []
  for (const line of text.split('\n')) {
    const body = line.slice(line.indexOf(' ') + 1)
    if (body.startsWith('{"lastUpdateId"')) {
      messages.push({ kind: 'snapshot', text: body, last: 0 })
    } else if (body.includes('"depthUpdate"')) {
      const { data } = JSON.parse(body) as { data: { u: number } }
      messages.push({ kind: 'update', text: body, last: data.u })
    } else if (body.includes('@bookTicker')) {
      const { data } = JSON.parse(body) as { data: { u: number; b: string; a: string } }
      touches.push({ id: data.u, bid: data.b, ask: data.a })
    }
  }
  return { messages, touches: touches.sort((a, b) => a.id - b.id) }
}

function benchOf(listing: MarketListing, levels: number): BuilderBench {
  return new BuilderBench(listing, { kind: 'snapshot', levels }, () => new BinanceBookRule(listing))
}

for (const { name, path, listing, levels, updates } of RECORDINGS) {
  describe.skipIf(sharedFiles([path], `the recorded book of Binance ${name}`) === null)(`recorded ${name} book`, () => {
    const recorded = () => parseRecording(readShared(path) as string)

    it('has the best prices of the venue after every update', () => {
      const { messages, touches } = recorded()
      const bench = benchOf(listing, levels)
      const tick = decimalUnit(listing.tickSize)
      let next = 0
      let checked = 0
      for (const { kind, text, last } of messages) {
        if (kind === 'snapshot') bench.snapshot(text)
        else bench.read(text)
        if (!bench.track.isRunning || kind === 'snapshot') continue
        while (next < touches.length && touches[next].id <= last) next += 1
        if (next === 0) continue
        const { bid, ask } = touches[next - 1]
        expect([bench.track.book.bestBid(), bench.track.book.bestAsk()]).toEqual([
          toUnits(bid, tick),
          toUnits(ask, tick),
        ])
        checked += 1
      }
      expect(checked).toBeGreaterThan(updates)
      expect(bench.track.log.filter((line) => line.startsWith('snapshot'))).toEqual(['snapshot proven'])
      expect(bench.track.log.some((line) => line.startsWith('lost'))).toBe(false)
      expect(bench.track.redundant).toBe(0)
    })

    it('keeps every quantity exactly', () => {
      const { messages } = recorded()
      const bench = benchOf(listing, levels)
      const texts = [new Map<string, string>(), new Map<string, string>()]
      const apply = (side: number, rows: readonly [string, string][]) => {
        for (const [price, qty] of rows) {
          if (/^0(\.0*)?$/.test(qty)) texts[side].delete(price)
          else texts[side].set(price, qty)
        }
      }
      let lastId = Infinity
      for (const { kind, text, last } of messages) {
        if (kind === 'snapshot') {
          bench.snapshot(text)
          const body = JSON.parse(text) as { lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }
          lastId = body.lastUpdateId
          apply(BID, body.bids)
          apply(ASK, body.asks)
          for (const earlier of messages) {
            if (earlier === messages.find((one) => one.text === text)) break
            if (earlier.last > lastId) applyUpdate(earlier.text)
          }
        } else {
          bench.read(text)
          if (last > lastId) applyUpdate(text)
        }
      }
      function applyUpdate(text: string): void {
        const { data } = JSON.parse(text) as { data: { b: [string, string][]; a: [string, string][] } }
        apply(BID, data.b)
        apply(ASK, data.a)
      }
      for (const side of [BID, ASK] as const) {
        const tick = decimalUnit(listing.tickSize)
        const unit = decimalUnit(bench.track.qtyUnit)
        const expected = [...texts[side]].map(([price, qty]) => [toUnits(price, tick), toUnits(qty, unit)])
        const rebuilt: number[][] = []
        bench.track.book.visit(side, 1, Number.MAX_SAFE_INTEGER, (ticks, lots) => rebuilt.push([ticks, lots]))
        expect(rebuilt).toEqual(expected.sort((a, b) => (side === BID ? b[0] - a[0] : a[0] - b[0])))
      }
    })

    it('is lost when one update is missing', () => {
      const { messages } = recorded()
      const bench = benchOf(listing, levels)
      for (const [i, { kind, text }] of messages.entries()) {
        if (i === 500) continue
        if (kind === 'snapshot') bench.snapshot(text)
        else bench.read(text)
      }
      expect(bench.builder.state).toBe('lost')
      expect(bench.last).toMatch(/^lost: gap: update \d+ to \d+ does not follow \d+$/)
    })
  })
}

const ATOM: MarketListing = {
  ...SPOT,
  symbol: 'BINANCE:ATOMEUR',
  marketId: 'ATOMEUR',
  tickSize: '0.001',
  lotSize: '0.01',
}
const ATOM_SNAPSHOT = 'data/ws/fixtures/binance__depthcharge_spot_atomeur_rest_depth.json'
const ATOM_STREAM = 'data/ws/fixtures/binance__depthcharge_spot_atomeur_depth.jsonl'

describe.skipIf(sharedFiles([ATOM_SNAPSHOT, ATOM_STREAM], 'the recorded book of ATOMEUR') === null)('ATOMEUR', () => {
  it("equals the venue's own 20 best levels", () => {
    const bench = benchOf(ATOM, 5_000)
    const lines = (readShared(ATOM_STREAM) as string).trim().split('\n')
    let compared = 0
    let isFirst = true
    for (const line of lines) {
      const { stream, data } = JSON.parse(line) as { stream: string; data: Record<string, [string, string][]> }
      if (stream.endsWith('@depth@100ms')) {
        bench.read(line)
        if (isFirst) bench.snapshot(readShared(ATOM_SNAPSHOT) as string)
        isFirst = false
        continue
      }
      const plain = (rows: [string, string][]) =>
        rows.map(([price, qty]) => `${price.slice(0, -5)} ${qty.slice(0, -6)}`)
      expect(bench.track.levels(ATOM, BID, 20)).toEqual(plain(data['bids']))
      expect(bench.track.levels(ATOM, ASK, 20)).toEqual(plain(data['asks']))
      compared += 1
    }
    expect(compared).toBe(3)
  })
})
