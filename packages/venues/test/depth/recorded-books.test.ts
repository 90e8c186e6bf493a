import { decimalUnit, toUnits } from '@flowprint/orderflow'
import type { BookSide } from '@flowprint/orderflow'
import { readShared, sharedFiles } from '@flowprint/testkit'
import type { MarketListing } from '@flowprint/venues'
import { describe, expect, test } from 'vitest'
import { BookBuilder } from '../../src/depth/book-builder.ts'
import type { WindowRule } from '../../src/depth/book-builder.ts'
import type { BookRule } from '../../src/depth/book-rule.ts'
import { BybitBookRule } from '../../src/depth/rules/bybit.ts'
import { CoinbaseBookRule } from '../../src/depth/rules/coinbase.ts'
import { KrakenBookRule, parseKrakenBook } from '../../src/depth/rules/kraken.ts'
import { OkxBookRule } from '../../src/depth/rules/okx.ts'
import { rawMessage } from '../../src/live/venues/raw-message.ts'
import { sessionsOf } from '../live/venues/support/recorded.ts'
import { RECEIVED_AT_MS, RuleRecord, sorted } from './rules/rule-record.ts'
import { ASK, BID, BookTrack } from './support/book-track.ts'

interface Recorded {
  readonly listing: MarketListing
  readonly window: WindowRule
  readonly createRule: () => BookRule
  readonly messages: readonly string[]
  readonly parse?: typeof parseKrakenBook
}

/**
 * Reads a recording twice: through a builder, whose output is applied to a replica as its receivers do, and into a map of
 * texts. `check` is called after every message.
 */
function replay(recorded: Recorded, check: (track: BookTrack, record: RuleRecord, text: string) => void): BookTrack {
  const { listing, window, createRule, messages, parse = rawMessage } = recorded
  const track = new BookTrack()
  const record = new RuleRecord()
  const rule = createRule()
  const qtyUnit = listing.lotSize
  const builder = new BookBuilder({ listing, qtyUnit, window, maxCrossedMs: 1_000, createRule, events: track })
  builder.start('started')
  for (const text of messages) {
    const message = { text, value: parse(text) ?? {}, receivedAtMs: RECEIVED_AT_MS }
    builder.read(message)
    rule.read(message, record)
    if (window.kind === 'fixed') record.truncate(window.levels)
    check(track, record, text)
  }
  return track
}

/** Both sides of the record in ticks and units, as [tick, lots]. */
function levelsOf(record: RuleRecord, { tickSize }: MarketListing, qtyUnit: string): number[][][] {
  const tick = decimalUnit(tickSize)
  const unit = decimalUnit(qtyUnit)
  return (['bids', 'asks'] as const).map((side) =>
    sorted(record[side], side).map(([price, qty]) => [toUnits(price, tick), toUnits(qty, unit)]),
  )
}

function levelsOfTrack({ book }: BookTrack): number[][][] {
  return [BID, ASK].map((side) => {
    const levels: number[][] = []
    book.visit(side as BookSide, -Infinity, Infinity, (tick, lots) => levels.push([tick, lots]))
    return levels
  })
}

function listingOf(venue: string, marketId: string, tickSize: string, lotSize: string): MarketListing {
  return {
    symbol: `${venue}:${marketId}`,
    venue,
    kind: 'spot',
    label: marketId,
    marketId,
    ccxtSymbol: marketId,
    tickSize,
    lotSize,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'none',
  }
}

const framesOf = (venue: 'OKX' | 'BYBIT' | 'COINBASE'): readonly { address: string; text: string }[] =>
  sessionsOf(venue).find((session) => !session.isWritten)?.frames ?? []

const bybit = framesOf('BYBIT')
const coinbase = framesOf('COINBASE')
const okx = framesOf('OKX')
const KRAKEN = 'data/ws/fixtures/kraken__depthcharge_v2_book10_btcusd.jsonl'
const hasKraken = sharedFiles([KRAKEN], 'the test of the whole path on a book of Kraken') !== null

/** Messages of 2022 had no ids. */
function withIds(text: string, i: number): string {
  const message = JSON.parse(text) as { action: string; data: object[] }
  const prevSeqId = message.action === 'snapshot' ? -1 : i
  return JSON.stringify({ ...message, data: [{ ...message.data[0], seqId: i + 1, prevSeqId }] })
}

describe('recorded books through the builder', () => {
  test.skipIf(bybit.length === 0).each([
    ['linear', 'BTCUSDT', '0.10', '0.001'],
    ['linear', 'DOGEUSDT', '0.00001', '1'],
    ['spot', 'BTCUSDT', '0.1', '0.000001'],
  ])('Bybit %s %s: every level equals, and the window ends at the last levels', (section, marketId, tick, lot) => {
    const listing = listingOf('BYBIT', marketId, tick, lot)
    const messages = bybit.filter(({ address }) => address.endsWith(section)).map(({ text }) => text)
    const createRule = (): BookRule => new BybitBookRule({ marketId }, 200)
    const track = replay({ listing, window: { kind: 'fixed', levels: 200 }, createRule, messages }, (one, record) => {
      if (!one.isRunning) return
      const [bids, asks] = levelsOfTrack(one)
      expect([bids, asks]).toEqual(levelsOf(record, listing, one.qtyUnit))
      expect(one.window).toEqual({ low: bids[199][0], high: asks[199][0] })
    })
    expect(track.log.filter((line) => line.startsWith('snapshot') || line.startsWith('lost'))).toEqual([
      'snapshot proven',
    ])
    expect(track.redundant).toBe(0)
  })

  test.skipIf(okx.length === 0)('OKX BTC-USDT: every level equals', () => {
    const listing = listingOf('OKX', 'BTC-USDT', '0.1', '0.00000001')
    const messages = okx
      .map(({ text }) => text)
      .filter((text) => text.startsWith('{"arg":{"channel":"books","instId":"BTC-USDT"},"action"'))
      .map(withIds)
    const createRule = (): BookRule => new OkxBookRule(listing)
    const track = replay({ listing, window: { kind: 'fixed', levels: 400 }, createRule, messages }, (one, record) => {
      expect(levelsOfTrack(one)).toEqual(levelsOf(record, listing, one.qtyUnit))
    })
    expect(track.events).toBeGreaterThan(90)
    expect(track.isRunning).toBe(true)
  })

  test.skipIf(!hasKraken)('Kraken BTC/USD, depth 10: every level equals after the truncation', () => {
    const listing = listingOf('KRAKEN', 'BTC/USD', '0.1', '0.00000001')
    const createRule = (): BookRule => new KrakenBookRule(listing, 10)
    const messages = (readShared(KRAKEN) as string).trim().split('\n')
    const window = { kind: 'fixed', levels: 10 } as const
    const track = replay({ listing, window, createRule, messages, parse: parseKrakenBook }, (one, record) => {
      if (one.isRunning) expect(levelsOfTrack(one)).toEqual(levelsOf(record, listing, one.qtyUnit))
    })
    expect(track.log[0]).toBe('snapshot proven')
    expect(track.log.filter((line) => line.startsWith('lost'))).toEqual([])
  })

  test.skipIf(coinbase.length === 0)('Coinbase BTC-USD: the best prices equal those of each of 70 tickers', () => {
    const listing = listingOf('COINBASE', 'BTC-USD', '0.01', '0.00000001')
    const tick = decimalUnit(listing.tickSize)
    const createRule = (): BookRule => new CoinbaseBookRule(listing)
    const messages = coinbase.map(({ text }) => text)
    let tickers = 0
    let last: RuleRecord | null = null
    const track = replay({ listing, window: { kind: 'whole' }, createRule, messages }, (one, record, text) => {
      last = record
      const ticker = tickerOf(text)
      if (ticker === null || !one.isRunning) return
      tickers += 1
      const sent = [toUnits(ticker.best_bid, tick), toUnits(ticker.best_ask, tick)]
      expect([one.book.bestBid(), one.book.bestAsk()]).toEqual(sent)
    })
    expect(tickers).toBe(70)
    expect(levelsOfTrack(track)).toEqual(levelsOf(last as unknown as RuleRecord, listing, track.qtyUnit))
    expect(track.log.filter((line) => line.startsWith('snapshot') || line.startsWith('lost'))).toEqual([
      'snapshot proven',
    ])
  })
})

interface Ticker {
  readonly product_id: string
  readonly best_bid: string
  readonly best_ask: string
}

/** The ticker of BTC-USD in a message; null without one. */
function tickerOf(text: string): Ticker | null {
  if (!text.startsWith('{"channel":"ticker"')) return null
  const { events } = JSON.parse(text) as { events: { type: string; tickers: Ticker[] }[] }
  const [{ type, tickers }] = events
  return type === 'update' ? (tickers.find(({ product_id: id }) => id === 'BTC-USD') ?? null) : null
}
