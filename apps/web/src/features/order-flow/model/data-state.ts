import type { MarketState } from './market-store.ts'

export type DataState =
  | 'loading'
  | 'failed'
  | 'live'
  | 'delayed'
  | 'simulated'
  | 'stale'
  | 'repairing'
  | 'waiting'
  | 'history'

/** Connected but without new data for this long, the data are stale, whatever the feed last reported. */
export const STALE_AFTER_MS = 15_000

/** State of the shown data. `now`: server time. */
export function dataState(state: MarketState, now: number): DataState {
  const { phase, meta, feed, bars } = state
  if (phase === 'failed') return 'failed'
  if (!meta) return 'loading'
  if (!meta.live && meta.followed && bars === 0) return 'waiting'
  if (!meta.live) return meta.simulated ? 'simulated' : 'history'
  if (feed === 'stale' || dataAgeMs(state, now) > STALE_AFTER_MS + (meta.delayed ? Infinity : 0)) return 'stale'
  if (feed === 'repairing') return 'repairing'
  if (meta.delayed || feed === 'delayed') return 'delayed'
  return meta.simulated ? 'simulated' : 'live'
}

/** Lag of the market's clock behind the server's, ms; 0 when nothing is live. */
export function dataAgeMs({ meta, watermark }: MarketState, now: number): number {
  return meta?.live && watermark !== null ? Math.max(0, now - watermark) : 0
}
