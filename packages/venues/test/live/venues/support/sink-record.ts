import type { Trades } from '@flowprint/orderflow'
import { TradeRun } from '../../../../src/live/trade-run.ts'
import type { FrameReader, FrameSink } from '../../../../src/live/adapter.ts'
import type { MarketListing } from '../../../../src/live/types.ts'

export interface TradeRecord {
  readonly marketId: string
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
  readonly fills: number
  readonly id: string
}

/** Records everything a reader reports, as lists. */
export class SinkRecord implements FrameSink {
  readonly trades: TradeRecord[] = []
  readonly clocks: (number | null)[] = []
  readonly notes: string[] = []
  readonly faults: string[] = []

  trade(
    marketId: string,
    ts: number,
    price: string,
    qty: string,
    buy: boolean,
    fills: number,
    id: string | number,
  ): void {
    this.trades.push({ marketId, ts, price, qty, buy, fills, id: String(id) })
  }
  excluded(marketId: string, count: number): void {
    this.notes.push(`excluded ${marketId} ${count}`)
  }
  alive(exchangeTimeMs: number | null): void {
    this.clocks.push(exchangeTimeMs)
  }
  acknowledged(marketId: string | null): void {
    this.notes.push(`acknowledged ${marketId}`)
  }
  refused(marketId: string | null, what: string): void {
    this.notes.push(`refused ${marketId}: ${what}`)
  }
  closing(): void {
    this.notes.push('closing')
  }
  fault(what: string): void {
    this.faults.push(what)
  }
}

/** Reads messages in sequence; `taken` has for each whether it was withheld from ccxt. */
export function readAll(
  reader: FrameReader,
  messages: readonly (string | object)[],
): { record: SinkRecord; taken: boolean[] } {
  const record = new SinkRecord()
  const texts = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
  return { record, taken: texts.map((text) => reader(text, record)) }
}

/** The trades of one market read from a recording, as the tape of a fake exchange. */
export function recordedTape(
  reader: FrameReader,
  texts: readonly string[],
  listing: MarketListing,
  numericIds: boolean,
): Trades {
  const run = new TradeRun(listing, numericIds)
  for (const { marketId, ts, price, qty, buy, fills, id } of readAll(reader, texts).record.trades) {
    if (marketId === listing.marketId) run.add(ts, price, qty, buy, fills, id)
  }
  return run.take()
}
