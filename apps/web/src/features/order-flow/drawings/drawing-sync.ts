import type { Drawing, Drawings, SavedDrawings, SaveDrawingsBody } from '@flowprint/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useChartScope } from '../model/chart-scope.ts'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { readRecord, readKeys, STORAGE_KEYS, writeJson, writeText } from '../../../shared/local-store.ts'
import { mergeDrawings, sameDrawings } from './drawing.ts'
import { type SaveState, useDrawings } from './drawing-store.ts'
import { call } from '../../../shared/http/call.ts'
import { useUser } from '../../../shared/session/user.ts'

/** Unsaved drawings and the version they are based on. */
interface Pending {
  readonly version: number
  readonly base: readonly Drawing[]
  readonly items: readonly Drawing[]
}

/** Persists unsaved drawings: one local storage entry per symbol. */
interface PendingStore {
  read(symbol: string): Pending | null
  write(symbol: string, pending: Pending | null): void
  symbols(): readonly string[]
}

/** Scoped to a user: the next user of this device must not receive these drawings. */
export function pendingStore(userId: number): PendingStore {
  const prefix = `${STORAGE_KEYS.drawings}:${userId}:`
  return {
    read(symbol) {
      const { version, base, items } = readRecord(prefix + symbol)
      const isWhole = Number.isSafeInteger(version) && isDrawings(base) && isDrawings(items)
      return isWhole ? { version: version as number, base, items } : null
    },
    write(symbol, pending) {
      if (pending) writeJson(prefix + symbol, pending)
      else writeText(prefix + symbol, null)
    },
    symbols: () =>
      readKeys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

function isDrawings(value: unknown): value is readonly Drawing[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) =>
        typeof each === 'object' &&
        each !== null &&
        typeof (each as Drawing).id === 'string' &&
        Array.isArray((each as Drawing).points),
    )
  )
}

interface SyncHost {
  load(symbol: string): Promise<Drawings>
  save(body: SaveDrawingsBody): Promise<SavedDrawings>
  readonly pending: PendingStore
  /** Called when the symbol's drawings changed outside the page. */
  show(items: readonly Drawing[]): void
  state(state: SaveState): void
}

/** Debounce: several steps are saved together. */
const SAVE_DEBOUNCE_MS = 400
const MIN_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 60_000
/** Limit of retries after a concurrent save. */
const MAX_ATTEMPTS = 6

interface SymbolState {
  /** The server's last version and the local one. */
  version: number
  base: readonly Drawing[]
  items: readonly Drawing[]
  /** The server's version must be loaded before saving. */
  unread: boolean
  busy: boolean
  backoffMs: number
}

/** Syncs the drawings of every symbol with the server: saves, merges concurrent changes, retries. */
export class DrawingSync {
  readonly #host: SyncHost
  readonly #symbols = new Map<string, SymbolState>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #symbol = ''
  #alive = true

  constructor(host: SyncHost) {
    this.#host = host
    // Changes that an earlier page could not save.
    for (const symbol of host.pending.symbols()) void this.#sync(symbol)
  }

  open(symbol: string): void {
    this.#symbol = symbol
    const local = this.#of(symbol)
    local.unread = true
    this.#host.show(local.items)
    void this.#sync(symbol)
  }

  /** Called after a change by the user. */
  changed(items: readonly Drawing[]): void {
    const local = this.#of(this.#symbol)
    local.items = items
    this.#store(this.#symbol, local)
    this.#host.state('saving')
    this.#schedule(this.#symbol, SAVE_DEBOUNCE_MS)
  }

  /** The page is visible or the network is back: loads changes of others and saves pending ones. */
  refresh(): void {
    if (this.#symbol !== '') this.#of(this.#symbol).unread = true
    for (const symbol of new Set([this.#symbol, ...this.#timers.keys()])) if (symbol !== '') void this.#sync(symbol)
  }

  /** The page may be closing: saves without delay. */
  flush(): void {
    for (const symbol of [...this.#timers.keys()]) void this.#sync(symbol)
  }

  dispose(): void {
    this.flush()
    this.#alive = false
  }

  #of(symbol: string): SymbolState {
    let local = this.#symbols.get(symbol)
    if (local === undefined) {
      const { version, base, items } = this.#host.pending.read(symbol) ?? { version: 0, base: [], items: [] }
      local = { version, base, items, unread: true, busy: false, backoffMs: MIN_BACKOFF_MS }
      this.#symbols.set(symbol, local)
    }
    return local
  }

  #store(symbol: string, { version, base, items }: SymbolState): void {
    this.#host.pending.write(symbol, sameDrawings(base, items) ? null : { version, base, items })
  }

  #schedule(symbol: string, ms: number): void {
    clearTimeout(this.#timers.get(symbol))
    if (this.#alive)
      this.#timers.set(
        symbol,
        setTimeout(() => void this.#sync(symbol), ms),
      )
  }

  async #sync(symbol: string): Promise<void> {
    const local = this.#of(symbol)
    // Show the merged result when the symbol is open.
    if (local.busy) return
    clearTimeout(this.#timers.get(symbol))
    this.#timers.delete(symbol)
    local.busy = true
    try {
      let isEqual = false
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !isEqual; attempt++) isEqual = await this.#attempt(symbol, local)
      if (!isEqual) throw new CallFailure('unknown', '', 'others save all the time')
      local.backoffMs = MIN_BACKOFF_MS
      this.#report(symbol, 'saved')
    } catch (error) {
      this.#failed(symbol, local, error)
    } finally {
      local.busy = false
    }
  }

  /** Loads when required, then saves pending changes; true: both sides are equal. */
  async #attempt(symbol: string, local: SymbolState): Promise<boolean> {
    if (local.unread) {
      local.unread = false
      const theirs = await this.#host.load(symbol).catch((error: unknown) => {
        local.unread = true
        throw error
      })
      const merged = mergeDrawings(local.base, local.items, theirs.items)
      const isNew = !sameDrawings(merged, local.items)
      Object.assign(local, { version: theirs.version, base: theirs.items, items: isNew ? merged : local.items })
      this.#store(symbol, local)
      if (isNew && symbol === this.#symbol && this.#alive) this.#host.show(local.items)
    }
    if (sameDrawings(local.base, local.items)) return true
    this.#report(symbol, 'saving')
    const sent = local.items
    try {
      const { version } = await this.#host.save({ symbol, version: local.version, items: [...sent] })
      Object.assign(local, { version, base: sent })
      this.#store(symbol, local)
    } catch (error) {
      if (!(error instanceof CallFailure) || failureSlug(error) !== 'STALE_VERSION') throw error
      local.unread = true
    }
    return !local.unread && sameDrawings(local.base, local.items)
  }

  #failed(symbol: string, local: SymbolState, error: unknown): void {
    const mayPass =
      !(error instanceof CallFailure) ||
      ['connection', 'timeout', 'status', 'unknown', 'code'].includes(error.kind) ||
      isBusy(error)
    this.#report(symbol, mayPass ? 'waiting' : 'refused')
    if (!mayPass) return
    this.#schedule(symbol, local.backoffMs)
    local.backoffMs = Math.min(MAX_BACKOFF_MS, local.backoffMs * 2)
  }

  #report(symbol: string, state: SaveState): void {
    if (symbol === this.#symbol && this.#alive) this.#host.state(state)
  }
}

/** Rate limit or server error: the drawings themselves are not the problem. */
function isBusy({ code }: CallFailure): boolean {
  return code === '429' || code.startsWith('5')
}

/** Syncs the symbol's drawings with the server while mounted. */
export function useDrawingSync(symbol: string | undefined): void {
  const scope = useChartScope()
  const userId = useUser(({ user }) => user?.id)

  const sync = useRef<DrawingSync | null>(null)
  const open = useEffectEvent(() => {
    if (sync.current === null || symbol === undefined) return
    useDrawings.of(scope).getState().open(symbol)
    sync.current.open(symbol)
  })

  useEffect(() => {
    if (userId === undefined) return
    const drawingSync = new DrawingSync({
      load: async (of) => await call('POST /drawings', { body: { symbol: of }, toast: false }),
      save: async (body) => await call('POST /save_drawings', { body, toast: false }),
      pending: pendingStore(userId),
      show: (items) => useDrawings.of(scope).getState().take(items),
      state: (save) => useDrawings.of(scope).setState({ save }),
    })
    sync.current = drawingSync
    open()
    // Only user steps change the histories.
    const unfollow = useDrawings
      .of(scope)
      .subscribe((now, before) => now.histories !== before.histories && drawingSync.changed(now.items))
    const onVisibility = () => (document.visibilityState === 'hidden' ? drawingSync.flush() : drawingSync.refresh())
    const refresh = () => drawingSync.refresh()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('focus', refresh)
    addEventListener('online', refresh)
    return () => {
      unfollow()
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('focus', refresh)
      removeEventListener('online', refresh)
      drawingSync.dispose()
      sync.current = null
    }
  }, [userId, scope])

  useEffect(() => {
    if (symbol !== useDrawings.of(scope).getState().symbol) open()
  }, [symbol, scope])
}
