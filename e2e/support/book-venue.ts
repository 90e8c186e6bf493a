import { SECOND_MS, TradeBuilder } from '@flowprint/orderflow'
import { fakeHyperliquid, hashedTape, startFakeExchange, type FakeExchange, type FakeLevels } from '@flowprint/testkit'
import type { MarketListing } from '@flowprint/venues'

const LISTING: MarketListing = {
  symbol: 'HYPERLIQUID:BTCUSDC.P',
  venue: 'HYPERLIQUID',
  marketId: 'BTC',
  kind: 'perpetual',
  label: 'BTC/USDC',
  ccxtSymbol: 'BTC/USDC:USDC',
  tickSize: '0.1',
  // The venue derives the tick from it: 0.1.
  lotSize: '0.00001',
  qtyUnit: 'base',
  contractSize: null,
  ids: 'none',
}

/** Levels a side; the venue sends the best 20, so prices beyond 2.0 from the best are unknown. */
const LEVELS = 30
const MIDDLE_TICK = 10_000
/** The price swings by this many ticks, so that the chart reaches far beyond the known window. */
const SWING_TICKS = 60
const SWING_MS = 20 * SECOND_MS
const STEP_MS = 250
const TAPE_MS = 15 * 60 * SECOND_MS

/** A venue that sends the best 20 levels a side, of a market whose price swings. */
export class BookVenue {
  readonly symbol = LISTING.symbol
  #exchange: FakeExchange | null = null
  #timer: NodeJS.Timeout | null = null

  /** Variables of a server that follows only this market. */
  get env(): Record<string, string> {
    const { exchange } = this
    return { MARKETS: this.symbol, VENUE_URLS: JSON.stringify({ HYPERLIQUID: exchange.urls }), DEMO: '0' }
  }

  get exchange(): FakeExchange {
    if (this.#exchange === null) throw new Error('The venue has not been started')
    return this.#exchange
  }

  async start(): Promise<void> {
    const startMs = Date.now()
    const tape = new TradeBuilder(TAPE_MS / STEP_MS)
    for (let at = startMs, i = 1; at < startMs + TAPE_MS; at += STEP_MS, i++)
      tape.push(at, tickAt(at), 10_000 + (i % 7) * 5_000, i % 2 === 0, 1, i)
    this.#exchange = await startFakeExchange({
      venue: fakeHyperliquid(),
      markets: [{ listing: LISTING, tape: hashedTape(tape.build()), levels: levelsAround(tickAt(startMs)) }],
      startMs,
    })
    this.#exchange.run(1)
    this.#timer = setInterval(() => this.#move(), STEP_MS)
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#exchange?.close()
  }

  #move(): void {
    const now = this.exchange.nowMs()
    const wanted = levelsAround(tickAt(now))
    const { bids, asks } = this.exchange.bookOf(LISTING.marketId)
    this.exchange.changeBook(
      LISTING.marketId,
      { bids: changesTo(bids, wanted.bids), asks: changesTo(asks, wanted.asks) },
      now,
    )
  }
}

/** A triangle wave around the middle. */
function tickAt(ms: number): number {
  const phase = (ms % SWING_MS) / SWING_MS
  return MIDDLE_TICK + Math.round(SWING_TICKS * (Math.abs(phase - 0.5) * 4 - 1))
}

/** Bids below the last price, asks above it; every fifth level is large. */
function levelsAround(tick: number): FakeLevels {
  const side = (direction: 1 | -1) =>
    Array.from({ length: LEVELS }, (_, i): readonly [string, string] => {
      const at = tick + direction * (i + 1)
      return [(at / 10).toFixed(1), at % 5 === 0 ? '40.00000' : '5.00000']
    })
  return { bids: side(-1), asks: side(1) }
}

function changesTo(held: FakeLevels['bids'], wanted: FakeLevels['bids']): FakeLevels['bids'] {
  const prices = new Set(wanted.map(([price]) => price))
  const gone = held.filter(([price]) => !prices.has(price)).map(([price]): readonly [string, string] => [price, '0'])
  return [...gone, ...wanted]
}
