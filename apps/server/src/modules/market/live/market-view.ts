import type { FeedState } from '@flowprint/contract'
import type { Instrument } from '../tape/index.ts'
import type { LogRelay } from './log-relay.ts'

/** State of a market as a reader sees it; null where no feed follows it. */
export interface MarketStatus {
  readonly state: FeedState
  readonly lagMs: number
}

/** One market as one kind of reader sees it: at once, or late by a fixed time. */
export interface MarketView {
  readonly instrument: Instrument
  readonly relay: LogRelay
  /** The end of this reader's market: undefined at once, else only trades with ts < cut exist. */
  cut(): number | undefined
  /** ms; null = infinity. */
  watermark(): number | null
  status(): MarketStatus | null
  /** Told when the log cannot be followed any further. Returns the function that ends it. */
  onReset(listener: (reason: 'tape' | 'version' | 'log') => void): () => void
}
