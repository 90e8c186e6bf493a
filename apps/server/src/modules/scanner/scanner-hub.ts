import type { ScanInterval, ScanRow } from '@flowprint/contract'
import { cycleMsOf } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { cutOf } from '../../market/index.ts'
import type { ScannerSource } from '../../market/index.ts'
import { SCANNER_TOPIC } from '../../platform/bus/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { ScannerEvent } from './compute/scanner-worker.ts'
import { findNewestRows } from './queries/scanner-rows.ts'
import { CLOSE_AFTER_MS } from './rules/scan-row.ts'

const TICK_MS = 1000
/** The bus may lose messages: the rows are loaded again after this time. */
const RELOAD_MS = 15_000
/** Rows without a reader for this long are discarded. */
const UNUSED_MS = 60_000

type Listener = (rows: readonly ScanRow[]) => void

interface View {
  readonly interval: ScanInterval
  readonly delayMs: number
  rows: Map<string, ScanRow>
  readonly listeners: Set<Listener>
  /** Resolves when the rows were loaded for the first time. */
  ready: Promise<void>
  loading: Promise<void> | null
  loadedAt: number
  usedAt: number
  /** Number of the newest bar that was visible when the rows were loaded. */
  bar: number
}

export interface ScannerHubOptions {
  readonly pool: Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Interval at which delayed rows are released, ms; Infinity = only on request. */
  readonly tickMs?: number
}

/** The rows of the scanner for the readers of this process: one view per interval and delay. */
export class ScannerHub implements ScannerSource {
  readonly #options: ScannerHubOptions
  readonly #views = new Map<string, View>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout | undefined

  constructor(options: ScannerHubOptions) {
    this.#options = options
    const { tickMs = TICK_MS } = options
    this.#unsubscribe = options.bus.subscribe<ScannerEvent>(SCANNER_TOPIC, (event) => this.#receive(event))
    this.#timer = tickMs === Infinity ? undefined : setInterval(() => void this.tick(), tickMs).unref()
  }

  /** The rows that a reader with this delay may see, by symbol. */
  async rows(interval: ScanInterval, delayMs: number): Promise<readonly ScanRow[]> {
    const view = await this.#view(interval, delayMs)
    // Another bar may have become visible since the last tick.
    if (this.#visibleBar(view) !== view.bar) await this.#load(view)
    return sorted(view)
  }

  /** Calls `listener` with changed rows, in order; the first call has all of them. Returns the unsubscribe function. */
  async subscribe(interval: ScanInterval, delayMs: number, listener: Listener): Promise<() => void> {
    const view = await this.#view(interval, delayMs)
    view.listeners.add(listener)
    listener(sorted(view))
    return () => {
      view.listeners.delete(listener)
      view.usedAt = performance.now()
    }
  }

  /** Releases delayed rows, loads what the bus may have lost, and discards unused views. Never rejects. */
  async tick(): Promise<void> {
    const now = performance.now()
    const loads: Promise<void>[] = []
    for (const [key, view] of this.#views) {
      if (view.listeners.size > 0) view.usedAt = now
      if (now - view.usedAt > UNUSED_MS) this.#views.delete(key)
      else if (this.#visibleBar(view) !== view.bar || now - view.loadedAt > RELOAD_MS) loads.push(this.#load(view))
    }
    const results = await Promise.allSettled(loads)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined)
      this.#options.log.warn({ error: messageOf(failed.reason) }, 'scanner rows cannot be loaded')
  }

  close(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
    this.#views.clear()
  }

  async #view(interval: ScanInterval, delayMs: number): Promise<View> {
    const key = `${interval} ${delayMs}`
    let view = this.#views.get(key)
    if (view === undefined) {
      const made: View = {
        interval,
        delayMs,
        rows: new Map(),
        listeners: new Set(),
        ready: Promise.resolve(),
        loading: null,
        loadedAt: -Infinity,
        usedAt: performance.now(),
        bar: -1,
      }
      view = made
      this.#views.set(key, made)
      made.ready = this.#load(made)
      made.ready.catch(() => this.#views.delete(key))
    }
    view.usedAt = performance.now()
    await view.ready
    return view
  }

  /** End of the newest bars that a delayed reader sees, ms; undefined for readers without delay. */
  #endsBy({ delayMs }: View): number | undefined {
    const cut = cutOf(delayMs, this.#options.clock.now())
    return cut === undefined ? undefined : cut - CLOSE_AFTER_MS
  }

  #visibleBar(view: View): number {
    const endsBy = this.#endsBy(view)
    return endsBy === undefined ? 0 : Math.floor(endsBy / (cycleMsOf(view.interval) as number))
  }

  #load(view: View): Promise<void> {
    view.loading ??= this.#loadRows(view).finally(() => {
      view.loading = null
    })
    return view.loading
  }

  async #loadRows(view: View): Promise<void> {
    const bar = this.#visibleBar(view)
    const loaded = await findNewestRows(this.#options.pool, cycleMsOf(view.interval) as number, this.#endsBy(view))
    const before = view.rows
    view.rows = new Map()
    const changed: ScanRow[] = []
    for (const row of loaded) {
      const known = before.get(row.symbol)
      // The bus may have been faster than this query.
      const isOlder = known !== undefined && view.delayMs === 0 && known.t > row.t
      view.rows.set(row.symbol, isOlder ? known : row)
      if (!isOlder && (known === undefined || !isSame(known, row))) changed.push(row)
    }
    view.bar = bar
    view.loadedAt = performance.now()
    send(view, changed)
  }

  #receive({ interval, rows }: ScannerEvent): void {
    for (const view of this.#views.values()) {
      if (view.interval !== interval || view.delayMs > 0) continue
      const changed = rows.filter((row) => {
        const known = view.rows.get(row.symbol)
        return known === undefined || row.t > known.t || (row.t === known.t && !isSame(known, row))
      })
      for (const row of changed) view.rows.set(row.symbol, row)
      send(view, changed)
    }
  }
}

function send(view: View, rows: readonly ScanRow[]): void {
  if (rows.length > 0) for (const listener of [...view.listeners]) listener(rows)
}

const sorted = ({ rows }: View): ScanRow[] => [...rows.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))

/** PostgreSQL orders the keys of stored rows differently. */
function isSame(a: ScanRow, b: ScanRow): boolean {
  return (Object.keys(a) as (keyof ScanRow)[]).every((key) => a[key] === b[key])
}
