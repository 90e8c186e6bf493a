import type { FeedState, Summary } from '@flowprint/contract'
import { create } from 'zustand'

/** Most markets that are watched at once; the stream allows no more. */
const MOST = 200

interface WatchedState {
  /** Markets whose state is shown somewhere at this moment. */
  readonly symbols: readonly string[]
  readonly states: Readonly<Record<string, FeedState>>
  watch(symbols: readonly string[]): void
  take(list: readonly Summary[]): void
}

/** States of markets other than the shown one, while somebody looks at a list of them. */
export const useWatched = create<WatchedState>()((set) => ({
  symbols: [],
  states: {},
  watch: (symbols) => set(symbols.length === 0 ? { symbols, states: {} } : { symbols: symbols.slice(0, MOST) }),
  take: (list) => set({ states: Object.fromEntries(list.flatMap(({ symbol, state }) => (state ? [[symbol, state]] : []))) }),
}))
