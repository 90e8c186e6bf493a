import type { FeedState } from '@flowprint/contract'
import type { Instrument } from '../store/index.ts'
import type { LogRelay } from './log-relay.ts'

/** State of a market as a reader sees it; null when no feed follows it. */
export interface MarketStatus {
  readonly state: FeedState
  readonly lagMs: number
}

/** One market for one kind of reader: live, or delayed by a fixed time. */
export interface MarketView {
  readonly instrument: Instrument
  readonly relay: LogRelay
  /** Undefined for live readers, else only trades with ts < cut are visible. */
  cut(): number | undefined
  /** ms; null = infinity. */
  watermark(): number | null
  status(): MarketStatus | null
  /** Called when the log cannot be followed any further. Returns the unsubscribe function. */
  onReset(listener: (reason: 'tape' | 'version' | 'log') => void): () => void
}
