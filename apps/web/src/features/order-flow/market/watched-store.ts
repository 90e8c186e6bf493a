import type { FeedState, Summary } from '@flowprint/contract'
import { create } from 'zustand'

/** Most markets that are watched at once; the stream allows no more. */
const MAX = 200

/** Who wants to know; each says what it shows, and the stream is asked for all of it once. */
type Watcher = 'picker' | 'watchlist'

interface WatchedState {
  /** Markets whose state is shown somewhere at this moment. */
  readonly symbols: readonly string[]
  readonly wishes: Readonly<Partial<Record<Watcher, readonly string[]>>>
  readonly states: Readonly<Record<string, FeedState>>
  /** Those that were told since they are watched. */
  readonly summaries: Readonly<Record<string, Summary>>
  watch(symbols: readonly string[], watcher?: Watcher): void
  take(list: readonly Summary[]): void
}

/** What all of them want, each market once; where that is too much, the watchlist goes first. */
export function watchedTogether(wishes: WatchedState['wishes']): readonly string[] {
  return [...new Set([...(wishes.watchlist ?? []), ...(wishes.picker ?? [])])].slice(0, MAX)
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, i) => each === b[i])

/** Prices and states of markets other than the shown one, while somebody looks at a list of them. */
export const useWatched = create<WatchedState>()((set, get) => ({
  symbols: [],
  wishes: {},
  states: {},
  summaries: {},
  watch(wished, watcher = 'picker') {
    const wishes = { ...get().wishes, [watcher]: wished }
    const symbols = watchedTogether(wishes)
    if (symbols.length === 0) return set({ wishes, symbols, states: {}, summaries: {} })
    set(sameList(symbols, get().symbols) ? { wishes } : { wishes, symbols })
  },
  take(list) {
    const states = Object.fromEntries(list.flatMap(({ symbol, state }) => (state ? [[symbol, state]] : [])))
    set({ states, summaries: Object.fromEntries(list.map((one) => [one.symbol, one])) })
  },
}))
