import type { FeedState } from '@flowprint/contract'
import { createStore, useStore } from 'zustand'
import type { Connection, FailureNote, FromWorker, ViewMeta } from '../../../workers/protocol.ts'

/** Data state of the page, except for the chart itself. */
export interface MarketState {
  readonly phase: 'loading' | 'ready' | 'empty' | 'failed'
  readonly failure: FailureNote | null
  readonly meta: ViewMeta | null
  readonly connection: Connection
  /** When the next connection attempt starts, ms of this machine's clock; null while one runs or none is needed. */
  readonly retryAt: number | null
  readonly feed: FeedState | null
  readonly lagMs: number | null
  /** The market's watermark, ms; null when nothing is live. */
  readonly watermark: number | null
  /** Server time minus this machine's. */
  readonly offsetMs: number
  readonly bars: number
  /** Number within its UTC day of the first bar; null for time bars. */
  readonly firstNumber: number | null
  readonly older: 'idle' | 'loading' | 'beginning' | 'full' | 'failed'
}

const EMPTY: MarketState = {
  phase: 'loading',
  failure: null,
  meta: null,
  connection: 'connecting',
  retryAt: null,
  feed: null,
  lagMs: null,
  watermark: null,
  offsetMs: 0,
  bars: 0,
  firstNumber: null,
  older: 'idle',
}

export const marketStore = createStore<MarketState>()(() => EMPTY)

export function useMarket<Part>(part: (state: MarketState) => Part): Part {
  return useStore(marketStore, part)
}

/** Called when another chart is opened: resets everything except the connection. */
export function beginLoading(): void {
  const { connection, retryAt, offsetMs } = marketStore.getState()
  marketStore.setState({ ...EMPTY, connection, retryAt, offsetMs })
}

/** The state after a worker message; bars go to the chart directly. Pure. */
export function afterMessage(state: MarketState, message: FromWorker): Partial<MarketState> {
  switch (message.type) {
    case 'reset': {
      const bars = message.bars.length
      const phase = bars > 0 ? 'ready' : 'empty'
      return {
        phase,
        failure: null,
        meta: message.meta,
        watermark: message.watermark,
        firstNumber: message.firstNumber,
        bars,
        older: 'idle',
      }
    }
    case 'update': {
      const bars = message.from + message.bars.length
      return {
        bars,
        watermark: message.watermark,
        firstNumber: message.firstNumber,
        phase: bars > 0 ? 'ready' : state.phase,
      }
    }
    case 'prepend':
      return { bars: state.bars + message.bars.length, firstNumber: message.firstNumber, older: 'idle' }
    case 'older':
      return { older: message.state }
    case 'clock':
      return { watermark: message.watermark }
    case 'feed':
      return { feed: message.state, lagMs: message.lagMs }
    case 'failed':
      return { phase: 'failed', failure: message.failure }
    case 'connection':
      return { connection: message.state, retryAt: message.retryAt }
    case 'offset':
      return { offsetMs: message.offsetMs }
    case 'tape':
    case 'bigTrades':
    case 'summaries':
    case 'alert':
    case 'refused':
      // Handled by other stores.
      return {}
  }
}

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
