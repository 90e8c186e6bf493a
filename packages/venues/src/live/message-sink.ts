import type { Trades } from '@flowprint/orderflow'
import { TradeRun } from './trade-run.ts'
import type { FrameReader, FrameSink } from './adapter.ts'
import type { MarketListing } from './types.ts'

/** Events derived from a connection's messages. */
interface MessageEvents {
  trades(symbol: string, trades: Trades, receivedAtMs: number): void
  excluded(count: number): void
  exchangeTime(exchangeMs: number, receivedAtMs: number): void
  acknowledged(marketId: string | null): void
  refused(marketId: string | null, what: string): void
  closing(): void
  fault(symbol: string | null, what: string): void
}

/** Maximum length of the message excerpt in a fault. */
const EXCERPT = 300

/** Collects what a reader finds in one message and emits it when the message is complete: all of its trades or none. */
export class MessageSink implements FrameSink {
  readonly #events: MessageEvents
  readonly #numericIds: boolean
  readonly #runs = new Map<string, TradeRun>()
  readonly #touched: TradeRun[] = []
  #receivedAtMs = 0
  #fault: string | null = null
  #faultSymbol: string | null = null

  constructor(events: MessageEvents, numericIds: boolean) {
    this.#events = events
    this.#numericIds = numericIds
  }

  /** Starts emitting trades of this market; those of other markets are ignored. */
  add(listing: MarketListing): void {
    if (!this.#runs.has(listing.marketId)) this.#runs.set(listing.marketId, new TradeRun(listing, this.#numericIds))
  }

  remove(marketId: string): void {
    this.#runs.delete(marketId)
  }

  /** Reads one message; true if it contained trades. `otherwise` handles the others, and may still add trades. */
  take(text: string, reader: FrameReader, receivedAtMs: number, otherwise: () => void): void {
    this.#receivedAtMs = receivedAtMs
    try {
      if (!reader(text, this)) otherwise()
    } catch (error) {
      this.fault(error instanceof Error ? error.message : String(error))
    }
    if (this.#fault !== null) this.#refuse(text)
    else if (this.#touched.length > 0) this.#passOn()
  }

  trade(
    marketId: string,
    ts: number,
    price: string,
    qty: string,
    buy: boolean,
    fills: number,
    id: string | number,
  ): void {
    const run = this.#runs.get(marketId)
    if (run === undefined || this.#fault !== null) return
    if (run.length === 0) this.#touched.push(run)
    try {
      run.add(ts, price, qty, buy, fills, id)
    } catch (error) {
      this.#faultSymbol = run.listing.symbol
      this.#fault = error instanceof Error ? error.message : String(error)
    }
  }

  excluded(_marketId: string, count: number): void {
    this.#events.excluded(count)
  }

  alive(exchangeTimeMs: number | null): void {
    if (exchangeTimeMs !== null) this.#events.exchangeTime(exchangeTimeMs, this.#receivedAtMs)
  }

  acknowledged(marketId: string | null): void {
    this.#events.acknowledged(marketId)
  }

  refused(marketId: string | null, what: string): void {
    this.#events.refused(marketId, what)
  }

  closing(): void {
    this.#events.closing()
  }

  fault(what: string): void {
    this.#fault ??= what
  }

  #passOn(): void {
    const touched = this.#touched.splice(0)
    for (const run of touched) this.#events.trades(run.listing.symbol, run.take(), this.#receivedAtMs)
  }

  #refuse(text: string): void {
    for (const run of this.#touched.splice(0)) run.drop()
    const shown = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}...` : text
    this.#events.fault(this.#faultSymbol, `${this.#fault}, in the message ${shown}`)
    this.#fault = null
    this.#faultSymbol = null
  }
}
