import { type FeedState, MAX_WATCHED, type Summary } from '@flowprint/contract'
import { create } from 'zustand'
import { useEffect, useState } from 'react'
import type { BigTrade } from '@flowprint/orderflow'
import { type ChartScope, createScopedStore, useChartScope } from './chart-scope.ts'
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
  /** The chart shows an earlier moment: what it says about now does not apply. */
  readonly isReplay?: boolean
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

export const useMarket = createScopedStore<MarketState>(() => () => EMPTY)

/** Called when another chart is opened: resets everything except the connection. */
export function beginLoading(scope: ChartScope): void {
  const { connection, retryAt, offsetMs } = useMarket.of(scope).getState()
  useMarket.of(scope).setState({ ...EMPTY, connection, retryAt, offsetMs })
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
    default:
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
  | 'replay'

/** Connected but without new data for this long, the data are stale, whatever the feed last reported. */
export const STALE_AFTER_MS = 15_000

/** State of the shown data. `now`: server time. */
export function dataState(state: MarketState, now: number): DataState {
  const { phase, meta, feed, bars } = state
  if (phase === 'failed') return 'failed'
  if (!meta) return 'loading'
  if (state.isReplay) return 'replay'
  if (!meta.live && meta.followed && bars === 0) return 'waiting'
  if (!meta.live) return meta.simulated ? 'simulated' : 'history'
  if (feed === 'stale' || dataAgeMs(state, now) > STALE_AFTER_MS + (meta.delayed ? Infinity : 0)) return 'stale'
  if (feed === 'repairing') return 'repairing'
  if (meta.delayed || feed === 'delayed') return 'delayed'
  return meta.simulated ? 'simulated' : 'live'
}

/** Lag of the market's clock behind the server's, ms; 0 when nothing is live, or the chart is replayed. */
export function dataAgeMs({ meta, watermark, isReplay }: MarketState, now: number): number {
  return !isReplay && meta?.live && watermark !== null ? Math.max(0, now - watermark) : 0
}

/** Changes to these show immediately; clock and lag wait for the next second. */
const IMMEDIATE_FIELDS = ['phase', 'connection', 'retryAt', 'meta', 'feed', 'bars'] as const

/** The market's state and this machine's clock, sampled once a second and at every relevant change. */
export function useMarketClock(): { readonly now: number; readonly market: MarketState } {
  const scope = useChartScope()
  const [taken, setTaken] = useState(() => ({ now: Date.now(), market: useMarket.of(scope).getState() }))
  useEffect(() => {
    const store = useMarket.of(scope)
    const take = () => setTaken({ now: Date.now(), market: store.getState() })
    const timer = setInterval(take, 1000)
    const unsubscribe = store.subscribe((now, before) => {
      if (IMMEDIATE_FIELDS.some((name) => now[name] !== before[name])) take()
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [scope])
  return taken
}

/** Big trades of the chart that is shown, oldest first. */
interface BigTradeState {
  readonly list: readonly BigTrade[]
  /** Trades of the last seconds: they may still grow or be dropped. */
  readonly fresh: readonly BigTrade[]
  /** The list is complete from here on, ms; Infinity before the first answer. */
  readonly from: number
}

const NO_BIG_TRADES: BigTradeState = { list: [], fresh: [], from: Infinity }

export const useBigTrades = createScopedStore<BigTradeState>(() => () => NO_BIG_TRADES)

/** Called when another chart is opened. */
export function clearBigTrades(scope: ChartScope): void {
  useBigTrades.of(scope).setState(NO_BIG_TRADES)
}

/** The state after a worker message. */
export function applyBigTrades(
  scope: ChartScope,
  { list, added, fresh, from }: Extract<FromWorker, { type: 'bigTrades' }>,
): void {
  const store = useBigTrades.of(scope)
  const known = list ?? store.getState().list
  store.setState({ list: added.length > 0 ? [...known, ...added] : known, fresh, from })
}

/** Subscribers; each registers the markets it shows, and the stream subscribes to their union. */
type Watcher = 'picker' | 'watchlist'

interface WatchedState {
  /** Markets whose state is currently shown. */
  readonly symbols: readonly string[]
  readonly requests: Readonly<Partial<Record<Watcher, readonly string[]>>>
  readonly states: Readonly<Record<string, FeedState>>
  /** Markets that have reported a state since they are watched. */
  readonly summaries: Readonly<Record<string, Summary>>
  watch(symbols: readonly string[], watcher?: Watcher): void
  take(list: readonly Summary[]): void
}

/** The union of all subscriptions without duplicates; over the limit, the watchlist is cut first. */
export function watchedTogether(requests: WatchedState['requests']): readonly string[] {
  return [...new Set([...(requests.watchlist ?? []), ...(requests.picker ?? [])])].slice(0, MAX_WATCHED)
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, i) => each === b[i])

/** Prices and states of markets other than the shown one, while a list of them is open. */
export const useWatched = create<WatchedState>()((set, get) => ({
  symbols: [],
  requests: {},
  states: {},
  summaries: {},
  watch(requested, watcher = 'picker') {
    const requests = { ...get().requests, [watcher]: requested }
    const symbols = watchedTogether(requests)
    if (symbols.length === 0) return set({ requests, symbols, states: {}, summaries: {} })
    set(sameList(symbols, get().symbols) ? { requests } : { requests, symbols })
  },
  take(list) {
    const states = Object.fromEntries(list.flatMap(({ symbol, state }) => (state ? [[symbol, state]] : [])))
    set({ states, summaries: Object.fromEntries(list.map((one) => [one.symbol, one])) })
  },
}))
