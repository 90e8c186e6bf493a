import { MAX_WATCHED, type FeedState, type Summary } from '@flowprint/contract'
import { create } from 'zustand'

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
