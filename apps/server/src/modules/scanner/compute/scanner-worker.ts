import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ScanRow } from '@flowprint/contract'
import { cycleNameOf } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { cutOf } from '../../../market/index.ts'
import type { ClosedMarket, ClosedMinutes, MinutesQuery, TapeStore } from '../../../market/index.ts'
import { SCANNER_TOPIC } from '../../../platform/bus/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Held, Leases } from '../../../platform/lease/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { findScannerAlerts, recordScannerHits } from '../../alerts/index.ts'
import type { ScannerAlert } from '../../alerts/index.ts'
import { deleteRowsBefore, deleteRowsOf, findRanges, saveRows, takeDelayedRows } from '../queries/scanner-rows.ts'
import type { NewRow } from '../queries/scanner-rows.ts'
import { keptBars, planRows, SCAN_INTERVALS_MS } from '../rules/plan-rows.ts'
import { CLOSE_AFTER_MS } from '../rules/scan-row.ts'
import { DayProfiles } from './day-profiles.ts'
import type { BarWindow } from './bar-window.ts'
import { computeRows } from './compute-rows.ts'
import type { RowRange } from './compute-rows.ts'
import { LiveMarket } from './live-market.ts'
import type { IntervalRows } from './live-market.ts'

/** Max delay until closed bars are noticed. */
const POLL_MS = 1000
/** Markets whose minutes are read, and whose rows are stored, together. */
const BATCH_SIZE = 50
/** Batches computed at once: one is read or stored while another is computed. */
const MAX_CONCURRENT = 2
/** Markets computed before yielding to the event loop. */
const MARKETS_PER_TURN = 10
/** Memory for the bars kept of one interval; markets beyond it are computed from their history. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024
/** Min time between two computations of a market because of revisions: a backfill makes many. */
const REVISED_EVERY_MS = 5_000
const DELETE_EVERY_MS = 60_000
/** Rows of delayed readers evaluated in one transaction. */
const DELAYED_BATCH = 500

/** Published after rows were stored. */
export interface ScannerEvent {
  readonly kind: 'scannerRows'
  readonly interval: string
  readonly rows: readonly ScanRow[]
}

export interface ScannerWorkerOptions {
  readonly pool: Pool
  readonly store: TapeStore
  readonly leases: Leases
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Delay of market data for delayed readers. */
  readonly freeDelayMs: number
  /** Receives the number of stored rows and how long all of them took. */
  readonly onScan?: ((scan: { readonly rows: number; readonly seconds: number }) => void) | undefined
  /** Polling interval in ms; Infinity = only on request. */
  readonly pollMs?: number
}

interface MarketState {
  readonly id: number
  readonly tape: string
  /** Start of the newest stored row by interval in ms. */
  readonly newest: Map<number, number>
  /** Revisions up to this log position are in the rows. */
  seq: number
  revisedAt: number
}

interface Task {
  readonly market: ClosedMarket
  readonly state: MarketState
  readonly ranges: readonly RowRange[]
  /** The ranges contain what revisions changed. */
  readonly isRevised: boolean
}

interface Computed {
  readonly task: Task
  readonly rows: readonly NewRow[]
  /** By interval, when the rows were computed from the history. */
  readonly windows: ReadonlyMap<number, BarWindow> | null
}

/**
 * Computes the rows of the scanner as bars close, for all followed markets: one process at a time, which holds a lease.
 * Rows are a function of the tape, so that a late write of a process that lost its lease changes nothing.
 */
export class ScannerWorker {
  readonly #options: ScannerWorkerOptions
  readonly #timer: NodeJS.Timeout | undefined
  #days: DayProfiles
  /** By symbol. */
  #live = new Map<string, LiveMarket>()
  #lease: Held | null = null
  #markets = new Map<string, MarketState>()
  #polling: Promise<void> | null = null
  #stopped = false
  #failed = false
  #deletedAt = -Infinity
  /** End of the oldest bar whose row is not stored yet, ms. */
  #oldestDue: number | null = null

  constructor(options: ScannerWorkerOptions) {
    this.#options = options
    this.#days = new DayProfiles(options.store)
    const { pollMs = POLL_MS } = options
    this.#timer = pollMs === Infinity ? undefined : setInterval(() => void this.poll(), pollMs).unref()
  }

  /** Age of the oldest closed bar without a row, ms; 0: none, or another process computes them. */
  get waitingMs(): number {
    return this.#oldestDue === null ? 0 : Math.max(0, this.#options.clock.now() - this.#oldestDue)
  }

  /** Number of markets whose rows this process computes. */
  get marketCount(): number {
    return this.#lease === null ? 0 : this.#markets.size
  }

  /** Computes what is due. Never rejects: the next poll retries. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll()
      .then(() => {
        this.#failed = false
      })
      .catch((error: unknown) => {
        if (!this.#failed) this.#options.log.warn({ error: messageOf(error) }, 'the scanner failed, will retry')
        this.#failed = true
      })
      .finally(() => {
        this.#polling = null
      })
    return this.#polling
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#polling
    await this.#lease?.release()
    this.#lease = null
  }

  async #poll(): Promise<void> {
    if (this.#stopped || !(await this.#hasLease())) return
    const { pool, store, clock } = this.#options
    const alerts = await findScannerAlerts(pool)
    const since = new Map([...this.#markets.values()].map(({ id, seq }) => [id, seq]))
    const markets = await store.listClosed(since)
    await this.#forget(markets)
    const tasks = markets.flatMap((market) => this.#plan(market))
    this.#oldestDue = oldestEnd(tasks)
    if (tasks.length > 0) await this.#run(tasks, alerts)
    await this.#evaluateDelayed(alerts)
    const now = clock.now()
    if (now - this.#deletedAt < DELETE_EVERY_MS && now >= this.#deletedAt) return
    this.#deletedAt = now
    for (const intervalMs of SCAN_INTERVALS_MS)
      await deleteRowsBefore(pool, intervalMs, now - (keptBars(intervalMs, this.#options.freeDelayMs) + 2) * intervalMs)
  }

  async #hasLease(): Promise<boolean> {
    if (this.#lease?.signal.aborted === true) {
      await this.#lease.release()
      this.#lease = null
    }
    if (this.#lease !== null) return true
    const { pool, leases } = this.#options
    this.#lease = await leases.tryTake({ kind: 'scanner', about: 'rows' }, { fence: async () => {} })
    if (this.#lease === null) return false
    // Revisions of the time before are unknown to this process.
    this.#days = new DayProfiles(this.#options.store)
    this.#live.clear()
    const ranges = Map.groupBy(await findRanges(pool), ({ symbol }) => symbol)
    this.#markets = new Map(
      [...ranges].map(([symbol, list]) => [
        symbol,
        {
          // Assigned when the market is planned.
          id: -1,
          tape: list[0].tape,
          newest: new Map(list.map(({ intervalMs, newestT }) => [intervalMs, newestT])),
          seq: Math.min(...list.map(({ seq }) => seq)),
          revisedAt: -Infinity,
        },
      ]),
    )
    return true
  }

  /** Deletes the rows of markets that are not followed any more, and of a tape that was replaced. */
  async #forget(markets: readonly ClosedMarket[]): Promise<void> {
    const tapes = new Map(markets.map(({ instrument }) => [instrument.symbol, instrument.tape]))
    const gone = [...this.#markets].filter(([symbol, { tape }]) => tapes.get(symbol) !== tape).map(([symbol]) => symbol)
    await deleteRowsOf(this.#options.pool, gone)
    for (const symbol of gone) {
      this.#markets.delete(symbol)
      this.#days.forget(symbol)
      this.#live.delete(symbol)
    }
  }

  #plan(market: ClosedMarket): Task[] {
    const { instrument, closedUntil, lastSeq } = market
    const known = this.#markets.get(instrument.symbol)
    // Taken over from another process: the revisions since its last rows are reported by the next poll.
    const isAsked = known?.id === instrument.id
    const state: MarketState =
      known === undefined
        ? { id: instrument.id, tape: instrument.tape, newest: new Map(), seq: lastSeq, revisedAt: -Infinity }
        : isAsked
          ? known
          : { ...known, id: instrument.id }
    this.#markets.set(instrument.symbol, state)
    if (isAsked && market.revised === null) state.seq = lastSeq
    const isRevised = market.revised !== null && performance.now() - state.revisedAt >= REVISED_EVERY_MS
    const ranges = SCAN_INTERVALS_MS.flatMap((intervalMs): RowRange[] => {
      const plan = planRows({
        intervalMs,
        delayMs: this.#options.freeDelayMs,
        closedUntil,
        newestT: state.newest.get(intervalMs) ?? null,
        revised: isRevised ? market.revised : null,
      })
      return plan === null ? [] : [{ intervalMs, ...plan }]
    })
    if (isRevised) state.revisedAt = performance.now()
    if (ranges.length > 0) return [{ market, state, ranges, isRevised }]
    if (isRevised) state.seq = lastSeq
    return []
  }

  async #run(tasks: readonly Task[], alerts: readonly ScannerAlert[]): Promise<void> {
    const started = performance.now()
    const waiting = [...tasks]
    let count = 0
    let failure: unknown = null
    // A failing market must not stop the others.
    const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
      try {
        return await work()
      } catch (error) {
        failure ??= error
        return null
      }
    }
    const work = async (): Promise<void> => {
      while (waiting.length > 0) {
        if (this.#stopped || this.#lease?.signal.aborted === true) return
        const batch = waiting.splice(0, BATCH_SIZE)
        const wanted = this.#wantedMinutes(batch)
        const read = await attempt(() => this.#readMinutes(wanted))
        const computed: Computed[] = []
        for (const [i, task] of batch.entries()) {
          const one = await attempt(() => this.#compute(task, read?.[i] ?? null))
          if (one !== null) computed.push(one)
          if (i % MARKETS_PER_TURN === MARKETS_PER_TURN - 1) await nextTurn()
        }
        const saved = await this.#save(computed, alerts).catch(() => null)
        count += saved ?? 0
        if (saved === null) for (const one of computed) count += (await attempt(() => this.#save([one], alerts))) ?? 0
        this.#oldestDue = oldestEnd(waiting)
        for (const { task, windows } of computed) if (windows !== null) await attempt(() => this.#keep(task, windows))
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
    this.#options.onScan?.({ rows: count, seconds: (performance.now() - started) / 1000 })
    if (failure !== null) throw failure
  }

  /** The minutes that follow what is kept of each market; null: its rows must be computed from the history. */
  #wantedMinutes(batch: readonly Task[]): (MinutesQuery | null)[] {
    return batch.map(({ market, ranges }) => {
      const { symbol } = market.instrument
      if (market.revised !== null) {
        this.#days.forget(symbol)
        this.#live.delete(symbol)
      }
      const query = this.#live.get(symbol)?.wanted(market, ranges) ?? null
      if (query === null) this.#live.delete(symbol)
      return query
    })
  }

  async #readMinutes(wanted: readonly (MinutesQuery | null)[]): Promise<(ClosedMinutes | null)[]> {
    const asked = wanted.filter((query) => query !== null)
    const found = await this.#options.store.readMinutes(asked)
    const byQuery = new Map(asked.map((query, i) => [query, found[i]]))
    return wanted.map((query) => (query === null ? null : (byQuery.get(query) ?? null)))
  }

  async #compute(task: Task, minutes: ClosedMinutes | null): Promise<Computed> {
    const { market, ranges } = task
    const { store, clock } = this.#options
    const { symbol } = market.instrument
    const deps = { store, days: this.#days, nowMs: clock.now() }
    const live = this.#live.get(symbol)
    // It is behind what it was told to add until it has added all of it.
    this.#live.delete(symbol)
    if (live !== undefined && minutes?.isComplete === true) {
      const added = await live.add(deps, market, ranges, minutes, (intervalMs, bytes) =>
        this.#hasRoom(intervalMs, bytes),
      )
      if (added !== null) {
        this.#live.set(symbol, live)
        return { task, rows: this.#newRows(task, added), windows: null }
      }
    }
    const windows = new Map<number, BarWindow>()
    const found: IntervalRows[] = []
    for (const range of ranges) {
      const { rows, window } = await computeRows(deps, market, range)
      found.push({ intervalMs: range.intervalMs, rows })
      if (window !== null) windows.set(range.intervalMs, window)
    }
    return { task, rows: this.#newRows(task, found), windows }
  }

  #newRows({ market }: Task, found: readonly IntervalRows[]): NewRow[] {
    const { tape } = market.instrument
    // What was read contains at least the entries up to here.
    const seq = market.lastSeq
    return found.flatMap(({ intervalMs, rows }) => rows.map((row) => ({ intervalMs, tape, seq, row })))
  }

  /** Stores rows and the events of alerts in one transaction, and publishes what changed. Returns the number of rows. */
  async #save(computed: readonly Computed[], alerts: readonly ScannerAlert[]): Promise<number> {
    const { pool, bus, clock } = this.#options
    const rows = computed.flatMap((one) => one.rows)
    const changed = await inTransaction(pool, async (client) => {
      const saved = await saveRows(client, rows, clock.now())
      await recordScannerHits(client, { alerts, rows: saved, isDelayed: false, now: clock.now() })
      return saved
    })
    for (const { task } of computed) {
      const { market, state, ranges, isRevised } = task
      for (const { intervalMs, to } of ranges) state.newest.set(intervalMs, to - intervalMs)
      if (isRevised) state.seq = market.lastSeq
    }
    for (const [intervalMs, list] of Map.groupBy(changed, (one) => one.intervalMs)) {
      const interval = cycleNameOf(intervalMs) as string
      bus.publish(SCANNER_TOPIC, {
        kind: 'scannerRows',
        interval,
        rows: list.map(({ row }) => row),
      } satisfies ScannerEvent)
    }
    return rows.length
  }

  /** Keeps what the next rows of a market need, as far as memory allows. */
  async #keep({ market }: Task, windows: ReadonlyMap<number, BarWindow>): Promise<void> {
    const { symbol } = market.instrument
    const kept = [...windows].filter(([intervalMs, window]) => this.#hasRoom(intervalMs, window.bytes))
    const live = await LiveMarket.create(this.#options.store, market, new Map(kept))
    if (this.#markets.get(symbol)?.id === market.instrument.id) this.#live.set(symbol, live)
  }

  #hasRoom(intervalMs: number, bytes: number): boolean {
    let sum = bytes
    for (const { windows } of this.#live.values()) sum += windows.get(intervalMs)?.bytes ?? 0
    return sum <= MAX_WINDOW_BYTES
  }

  /** Evaluates the alerts of delayed owners on the bars that delayed readers see now. */
  async #evaluateDelayed(alerts: readonly ScannerAlert[]): Promise<void> {
    const { pool, clock, freeDelayMs } = this.#options
    const cut = cutOf(freeDelayMs, clock.now())
    if (cut === undefined) return
    for (let isDone = false; !isDone && !this.#stopped;) {
      isDone = await inTransaction(pool, async (client) => {
        const rows = await takeDelayedRows(client, cut - CLOSE_AFTER_MS, DELAYED_BATCH)
        await recordScannerHits(client, { alerts, rows, isDelayed: true, now: clock.now() })
        return rows.length < DELAYED_BATCH
      })
    }
  }
}

/** End of the oldest bar of the tasks, ms. */
function oldestEnd(tasks: readonly Task[]): number | null {
  if (tasks.length === 0) return null
  return Math.min(...tasks.flatMap(({ ranges }) => ranges.map(({ from, intervalMs }) => from + intervalMs)))
}
