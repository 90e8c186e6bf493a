import { MAX_WATCHLIST } from '@flowprint/contract'
import { create } from 'zustand'
import { call } from '../../../../shared/http/call.ts'
import { failureSlug } from '../../../../shared/http/envelope.ts'
import { showFailure } from '../../../../shared/http/failures.ts'

/** Changes of a symbol list as functions, so that they can be reapplied to a list changed on another device. */
type ListChange = (items: readonly string[]) => readonly string[]

export const added =
  (symbol: string, max: number): ListChange =>
  (items) =>
    items.includes(symbol) || items.length >= max ? items : [...items, symbol]

export const removed =
  (symbol: string): ListChange =>
  (items) =>
    items.filter((item) => item !== symbol)

/** Moves a symbol to an index, counted without it; a removed symbol stays removed. */
export const movedTo =
  (symbol: string, place: number): ListChange =>
  (items) => {
    if (!items.includes(symbol)) return items
    const rest = items.filter((item) => item !== symbol)
    const at = Math.max(0, Math.min(rest.length, place))
    return [...rest.slice(0, at), symbol, ...rest.slice(at)]
  }

/** Default list: available symbols, followed markets first. */
export function firstList(
  symbols: readonly { readonly value: string; readonly live: boolean }[],
  max: number,
): readonly string[] {
  const names = (live: boolean) => symbols.filter((market) => market.live === live).map(({ value }) => value)
  return [...names(true), ...names(false)].slice(0, max)
}

interface WatchlistState {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly items: readonly string[]
  /** `first`: the default list of an account without its own. */
  load(first: () => readonly string[]): Promise<void>
  add(symbol: string): void
  remove(symbol: string): void
  moveTo(symbol: string, place: number): void
}

/** Limit of retries after a concurrent save. */
const MAX_ATTEMPTS = 5

const read = () => call('POST /watchlist', { toast: false })

/** The account's watchlist: changes show immediately and are saved in sequence; concurrent changes are merged. */
export const useWatchlist = create<WatchlistState>()((set, get) => {
  let version = 0
  /** Local changes not yet saved. */
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
      for (let attempt = 0; waiting.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
        const sent = waiting.length
        if (await put()) {
          waiting = waiting.slice(sent)
          attempt = -1
        } else await rebase()
      }
    } catch {
      // The error was shown in a toast; unsaved changes go with the next one.
    } finally {
      saving = false
    }
  }

  /** False: the list was saved elsewhere in the meantime. */
  async function put(): Promise<boolean> {
    const items = [...get().items]
    try {
      version = (await call('POST /save_watchlist', { body: { version, items }, toast: false })).version
      return true
    } catch (error) {
      if (failureSlug(error) === 'STALE_VERSION') return false
      showFailure(error)
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
