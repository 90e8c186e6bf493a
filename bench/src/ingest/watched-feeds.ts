import type { FeedListener } from '@flowprint/venues'
import type { TapeStore } from '../../../apps/server/src/market/store/index.ts'
import { Histogram, type LagWatch } from './lag.ts'

/** Counts the trades of live feeds, and measures them from their message until they are on the bus. */
export class WatchedFeeds {
  committed = 0
  commits = 0
  /** Null while nothing is measured. */
  lag: LagWatch | null = null
  /** Durations of commits. */
  commitMs = new Histogram()

  listener(listener: FeedListener): FeedListener {
    return {
      trades: (symbol, trades, at) => {
        this.lag?.received(symbol, trades.length, trades.ts[0])
        listener.trades(symbol, trades, at)
      },
      connection: (...given) => listener.connection(...given),
      alive: (...given) => listener.alive(...given),
      fault: (...given) => listener.fault(...given),
    }
  }

  /** Committed trades are on the bus when the commit returns. */
  store(store: TapeStore): TapeStore {
    return {
      ...store,
      appendLive: async (lease, trades, ...rest) => {
        const started = performance.now()
        const result = await store.appendLive(lease, trades, ...rest)
        this.committed += trades.length
        if (trades.length > 0) {
          this.commits += 1
          this.commitMs.add(performance.now() - started)
        }
        this.lag?.published(lease.instrument.symbol, trades.length)
        return result
      },
    }
  }
}
