import { MAX_WATCHLIST, type SavedWatchlist, type Watchlist } from '@flowprint/contract'
import { create } from 'zustand'
import { call } from '../../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { sayFailure } from '../../../shared/http/react-to-failure.ts'
import { added, movedTo, removed, type ListChange } from './list-changes.ts'

interface WatchlistState {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly items: readonly string[]
  /** `first`: the list of somebody who has none. */
  load(first: () => readonly string[]): Promise<void>
  add(symbol: string): void
  remove(symbol: string): void
  moveTo(symbol: string, place: number): void
}

/** Somebody else may have saved between our reading and our saving, but not this often. */
const MAX_ROUNDS = 5

const read = () => call('/watchlist', { method: 'POST', body: {}, say: false }) as Promise<Watchlist>

/** The watchlist of the account: changes show at once and are saved one after the other; what others changed meanwhile stays. */
export const useWatchlist = create<WatchlistState>()((set, get) => {
  let version = 0
  /** Made here, not yet saved. */
  let waiting: ListChange[] = []
  let saving = false

  const change = (made: ListChange) => {
    const items = made(get().items)
    if (items === get().items) return
    waiting.push(made)
    set({ items })
    if (!saving) void save()
  }

  async function save(): Promise<void> {
    saving = true
    try {
      for (let round = 0; waiting.length > 0 && round < MAX_ROUNDS; round++) {
        const sent = waiting.length
        if (await put()) {
          waiting = waiting.slice(sent)
          round = -1
        } else await rebase()
      }
    } catch {
      // It was said in a toast; what could not be saved goes with the next change.
    } finally {
      saving = false
    }
  }

  /** False: somebody saved meanwhile. */
  async function put(): Promise<boolean> {
    const items = [...get().items]
    try {
      version = (
        (await call('/save_watchlist', { method: 'POST', body: { version, items }, say: false })) as SavedWatchlist
      ).version
      return true
    } catch (error) {
      if (error instanceof CallFailure && failureSlug(error) === 'STALE_VERSION') return false
      sayFailure(error)
      throw error
    }
  }

  async function rebase(): Promise<void> {
    const theirs = await read()
    version = theirs.version
    set({ items: waiting.reduce((items, made) => made(items), theirs.items as readonly string[]) })
  }

  return {
    state: 'loading',
    items: [],
    async load(first) {
      if (saving || waiting.length > 0) return
      try {
        const kept = await read()
        if (waiting.length > 0) return
        version = kept.version
        set({ state: 'ready', items: kept.version === 0 ? first() : kept.items })
      } catch {
        if (get().state !== 'ready') set({ state: 'failed' })
      }
    },
    add: (symbol) => change(added(symbol, MAX_WATCHLIST)),
    remove: (symbol) => change(removed(symbol)),
    moveTo: (symbol, place) => change(movedTo(symbol, place)),
  }
})
