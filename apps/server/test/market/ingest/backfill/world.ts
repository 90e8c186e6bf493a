import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS, HOUR_MS, DAY_MS, concatTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { MarketListing, TradesPage, TradesRequest, VenueRest } from '@flowprint/venues'
import { simulatedTape, startArchiveServer } from '@flowprint/testkit'
import type { ArchiveServer, DayLayout } from '@flowprint/testkit'
import { CommitPace } from '../../../../src/market/ingest/backfill/commit-batch.ts'
import type { BackfillDeps } from '../../../../src/market/ingest/backfill/run-backfill.ts'
import type { TestStore } from '../../../test-database.ts'

/** The current time of these tests is in the afternoon of the third day. */
export const FIRST_DAY = Date.UTC(2026, 4, 11)
export const NOW = FIRST_DAY + 2 * DAY_MS + 13 * HOUR_MS + 20 * MINUTE_MS

export const units = { tickSize: '0.1', lotSize: '0.0001' }

/** Twenty minutes of trades around each given hour of a day, with consecutive ids. */
export function patchyTape(hours: readonly number[], seed = 1): Trades {
  const runs = hours.map((hour) => simulatedTape({ seed, from: FIRST_DAY + hour * HOUR_MS, minutes: 3 }))
  const whole = concatTrades(runs)
  const id = new Float64Array(whole.length)
  for (let i = 1; i < whole.length; i++) id[i] = id[i - 1] + whole.fills[i - 1]
  for (let i = 0; i < whole.length; i++) id[i] += 1_000_000
  return { ...whole, id }
}

export function listingOf(symbol: string, given: Partial<MarketListing> = {}): MarketListing {
  const [venue, name] = symbol.split(':')
  const kind = name.endsWith('.P') ? 'perpetual' : 'spot'
  const marketId = name.replace(/\.P$/, '')
  return {
    symbol,
    venue,
    kind,
    label: name,
    marketId,
    ccxtSymbol: marketId,
    ...units,
    qtyUnit: 'base',
    ids: venue === 'BYBIT' ? 'none' : 'fills',
    contractSize: null,
    ...given,
  } as MarketListing
}

/** REST over a tape: everything up to `visibleUntil()`, or only its newest `recent` trades. */
export class FakeRest implements VenueRest {
  readonly venue: string
  readonly asked: TradesRequest[] = []
  readonly #markets: readonly { listing: MarketListing; tape: Trades }[]
  readonly #visibleUntil: () => number
  readonly #recent: number

  constructor(
    markets: readonly { listing: MarketListing; tape: Trades }[],
    visibleUntil: () => number = () => NOW,
    recent = Infinity,
  ) {
    this.venue = markets[0].listing.venue
    this.#markets = markets
    this.#visibleUntil = visibleUntil
    this.#recent = recent
  }

  async listings(): Promise<MarketListing[]> {
    return this.#markets.map(({ listing }) => listing)
  }

  async *trades(listing: MarketListing, request: TradesRequest): AsyncIterable<TradesPage> {
    this.asked.push(request)
    const market = this.#markets.find((candidate) => candidate.listing.symbol === listing.symbol)
    if (market === undefined) throw new Error(`no ${listing.symbol} here`)
    const { fromTs = 0, toTs = Infinity } = request
    const seen = sliceTrades(market.tape, 0, lowerBoundTs(market.tape, this.#visibleUntil()))
    const oldest = Math.max(0, seen.length - this.#recent)
    const reached = oldest === 0 || seen.ts[oldest - 1] < fromTs
    const window = sliceTrades(seen, Math.max(oldest, lowerBoundTs(seen, fromTs)), lowerBoundTs(seen, toTs))
    for (let at = 0; at < window.length; at += 500) {
      yield {
        trades: sliceTrades(window, at, Math.min(at + 500, window.length)),
        complete: reached && at + 500 >= window.length,
      }
    }
    if (window.length === 0) yield { trades: window, complete: reached }
  }

  async close(): Promise<void> {}
}

export interface World {
  readonly archive: ArchiveServer
  readonly said: string[]
  readonly folder: string
  deps(given?: Partial<BackfillDeps>): BackfillDeps
  close(): Promise<void>
}

/** An archive server over the tapes, and the other inputs of a backfill. REST is unavailable unless given. */
export async function makeWorld(
  store: TestStore,
  markets: readonly { layout: DayLayout; marketId: string; tape: Trades }[],
): Promise<World> {
  const archive = await startArchiveServer(markets.map((market) => ({ ...market, ...units })))
  const folder = mkdtempSync(join(tmpdir(), 'flowprint-backfill-'))
  const said: string[] = []
  return {
    archive,
    said,
    folder,
    deps: (given = {}) => ({
      store: store.store,
      dataDir: folder,
      now: () => NOW,
      signal: new AbortController().signal,
      mirrors: { BINANCE: archive.origin, BYBIT: archive.origin },
      retry: { attempts: 2, baseMs: 1, stallMs: 10_000 },
      openRest: async () => {
        throw new Error('no network')
      },
      reporter: { writeLine: (line) => void said.push(line), progress() {}, done() {} },
      pace: new CommitPace(
        () => 0,
        async () => {},
      ),
      ...given,
    }),
    async close() {
      await archive.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
