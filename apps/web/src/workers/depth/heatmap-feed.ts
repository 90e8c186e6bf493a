import {
  type Bars,
  columnImbalances,
  composeColumns,
  type DepthColumns,
  type DepthFrame,
  MINUTE_MS,
  regroupColumns,
  rescaleColumns,
  SECOND_MS,
  unitRatio,
  type UnixMs,
} from '@flowprint/orderflow'
import type { FromWorker, HeatmapQuery } from '../protocol.ts'
import type { DepthWindow, LoadedDepth } from './depth-calls.ts'
import { computeHeatScale, type HeatScaleRange, isAnyColumnKnown } from './heat-scale.ts'
import { chooseInterval, MAX_COLUMNS, windowAround } from './heatmap-window.ts'
import { IntervalFold } from './interval-fold.ts'
import { LiveSeconds } from './live-seconds.ts'
import { NO_WALLS, WallFollower } from './wall-follower.ts'

const UPDATE_INTERVAL_MS = 100
/** The scale of the screen follows the market once a second; of another screen at once. */
const SCALE_INTERVAL_MS = 1000
/** The server has stored a moment once the stream is this much further. */
const STORED_AFTER_MS = 250
/** Newest columns of the first answer that may not be stored yet. */
const UNSETTLED_MS = 2000
/** A longer gap between the columns and the stream is loaded like another screen. */
const MAX_FILL_MS = 10 * MINUTE_MS
/** Pause before columns of a new market, of which none are stored, are requested again. */
const RETRY_MS = 2000
/** Parts of the columns; more are joined. */
const MAX_PARTS = 128

type HeatmapMessage = Omit<Extract<FromWorker, { type: 'heatmap' }>, 'view'>

interface HeatmapTools {
  loadDepth(window: DepthWindow, signal: AbortSignal): Promise<LoadedDepth>
  /** Since when books are stored, ms; null: never. */
  loadStoredFrom(signal: AbortSignal): Promise<number | null>
  /** The bars of the chart, null before they are loaded, and the unit of their quantities. */
  bars(): { readonly bars: Bars; readonly lotSize: string } | null
  post(message: HeatmapMessage, transfer: ArrayBuffer[]): void
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
  /** Columns were loaded; whether a book is known in any of them. */
  onLoaded(isAnyKnown: boolean): void
  onFailure(): void
}

/**
 * The columns of the heatmap: the past from the server, in an interval that suits the screen, continued with the live
 * seconds of the stream. Columns that the server has not stored yet are loaded once it has.
 */
export class HeatmapFeed {
  readonly #tools: HeatmapTools
  readonly #live = new LiveSeconds()
  #query: HeatmapQuery | null = null
  /** The market's current time, null before it is known. */
  #now: UnixMs | null = null
  #qtyUnit = '1'
  #intervalMs: number | null = null
  #step = 1
  /** Ended intervals, ascending, without gaps between them. */
  #parts: DepthColumns[] = []
  /** Continues the parts; null: the screen does not reach the present. */
  #fold: IntervalFold | null = null
  /** The fold continues with the live seconds; false: what is between them is not loaded yet. */
  #isAttached = false
  /** Requests under way: the past before the screen and the seconds up to now are loaded at the same time. */
  #loads = 0
  #isFilling = false
  #abort = new AbortController()
  #timer = 0
  /** Runs while the server has stored nothing of a new market. */
  #retryTimer = 0
  #isBusy = false
  #isDirty = false
  #scale: HeatScaleRange & { readonly at: UnixMs; readonly query: HeatmapQuery | null } = {
    low: 0,
    high: 1,
    at: -Infinity,
    query: null,
  }
  #storedFrom: number | null = null
  readonly #walls = new WallFollower()

  constructor(tools: HeatmapTools) {
    this.#tools = tools
  }

  /** What the screen shows; null: nothing. Starts with `start`. */
  show(query: HeatmapQuery | null): void {
    const isOtherImbalance = query?.imbalanceRows !== this.#query?.imbalanceRows
    this.#query = query
    if (query === null) return this.stop()
    if (this.#now === null) return
    this.#follow()
    if (this.#parts.length === 0) return
    // The page has none of the columns that it knows already. The scale belongs to the screen.
    if (isOtherImbalance && query.imbalanceRows !== null) this.#postWhole()
    else this.#flushLater()
  }

  /** A book to continue from, as a frame with its snapshot; null: the past only. `now`: the market's time. */
  start(frame: DepthFrame | null, now: UnixMs): void {
    this.#now = now
    if (frame !== null && this.#query !== null) {
      const isOtherUnit = this.#intervalMs !== null && frame.qtyUnit !== this.#qtyUnit
      this.#qtyUnit = frame.qtyUnit
      this.#live.start(frame)
      if (isOtherUnit) this.#discard()
    }
    this.#isAttached = false
    if (this.#query !== null) this.#follow()
  }

  /** The stream was interrupted: the columns stay. */
  pause(): void {
    this.#live.stop()
    this.#isAttached = false
  }

  stop(): void {
    this.#discard()
    this.#live.stop()
    this.#now = null
    this.#storedFrom = null
    this.#isBusy = false
  }

  /** The next frame of the stream. */
  add(frame: DepthFrame): void {
    if (this.#query === null || this.#now === null) return
    this.#now = Math.max(this.#now, frame.until)
    this.#live.add(frame)
    if (this.#isAttached) this.#flushLater()
    else void this.#fill()
  }

  /** The page has drawn the last columns. */
  taken(): void {
    this.#isBusy = false
    if (this.#isDirty) this.#flushLater()
  }

  // ---- the past ------------------------------------------------------------------------------------------------

  #discard(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
    this.#intervalMs = null
    this.#parts = []
    this.#walls.reset()
    this.#fold = null
    this.#isAttached = false
    this.#loads = 0
    this.#isFilling = false
    this.#isDirty = false
    this.#scale = { ...this.#scale, query: null }
  }

  get #loadedFrom(): UnixMs {
    return this.#parts.at(0)?.fromMs ?? Infinity
  }

  get #loadedTo(): UnixMs {
    const last = this.#parts.at(-1)
    if (last === undefined) return -Infinity
    return this.#fold === null ? last.fromMs + last.length * last.intervalMs : Infinity
  }

  /** Loads what the screen lacks. */
  #follow(): void {
    const query = this.#query
    const now = this.#now
    if (query === null || now === null) return
    const intervalMs = chooseInterval(query.from, query.to, now, this.#intervalMs)
    if (intervalMs !== this.#intervalMs) return this.#loadWindow(query, now, intervalMs)
    if (this.#loads > 0 || this.#retryTimer !== 0) return
    const isLoaded = query.from >= this.#loadedFrom && Math.min(query.to, now) <= this.#loadedTo
    if (isLoaded) return void this.#fill()
    const { from } = windowAround(query.from, query.to, now, intervalMs)
    const end = this.#fold === null ? this.#loadedTo : now
    const isNear = query.from < this.#loadedFrom && Math.min(query.to, now) <= this.#loadedTo
    if (isNear && (end - from) / intervalMs <= MAX_COLUMNS) void this.#loadOlder(from, intervalMs)
    else this.#loadWindow(query, now, intervalMs)
  }

  #loadWindow(query: HeatmapQuery, now: UnixMs, intervalMs: number): void {
    this.#discard()
    this.#intervalMs = intervalMs
    void this.#loadFirst(query, now, intervalMs)
  }

  /** The visible times, then what is before them. */
  async #loadFirst(query: HeatmapQuery, now: UnixMs, intervalMs: number): Promise<void> {
    const { signal } = this.#abort
    const around = windowAround(query.from, query.to, now, intervalMs)
    const window = { from: Math.max(around.from, Math.floor(query.from / intervalMs) * intervalMs), to: around.to }
    const isLive = window.to > now
    const live = this.#live.from === Infinity ? now : this.#live.from
    const settled = Math.floor((live - UNSETTLED_MS) / intervalMs) * intervalMs
    const to = isLive ? Math.max(window.from + intervalMs, settled) : window.to
    const columns = await this.#load({ from: window.from, to, intervalMs }, signal)
    if (columns === null) return
    this.#step = columns.step
    // An empty answer begins at the server's time: market time can be behind while its past is still made.
    this.#parts = [columns.length === 0 ? { ...columns, fromMs: to } : columns]
    this.#fold = isLive ? new IntervalFold(intervalMs, columns.step, to) : null
    // Walls take as long as all the rest: they follow.
    this.#walls.reset()
    this.#post(this.#joined(), true, 'later')
    this.#post(null, false, 'all')
    this.#tools.onLoaded(isAnyColumnKnown([columns], window.from, window.to))
    void this.#fill()
    if (window.from > around.from) await this.#loadOlder(around.from, intervalMs)
    else this.#follow()
  }

  async #loadOlder(from: UnixMs, intervalMs: number): Promise<void> {
    const { signal } = this.#abort
    const columns = await this.#load({ from, to: this.#loadedFrom, intervalMs }, signal)
    if (columns === null) return
    if (columns.step !== this.#step) return this.#discard()
    const before = this.#loadedFrom
    // An empty answer begins where the stored columns do, which may be later.
    if (columns.length > 0) this.#parts = [columns, ...this.#parts]
    this.#postWhole()
    if (this.#loadedFrom < before) return this.#follow()
    // Nothing is stored of it yet.
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      this.#follow()
    }, RETRY_MS)
  }

  /** Loads what is between the last interval and the live seconds, once the server has stored it. */
  async #fill(): Promise<void> {
    const fold = this.#fold
    const to = this.#live.from
    if (fold === null || this.#isAttached || this.#isFilling || this.#loads > 0) return
    if (to === Infinity || this.#live.until < to + STORED_AFTER_MS) return
    const { signal } = this.#abort
    const from = fold.covered
    this.#isFilling = true
    // Whole minutes first where there are many seconds.
    const middle = to - from > MAX_FILL_MS ? Math.floor((to - UNSETTLED_MS) / MINUTE_MS) * MINUTE_MS : from
    if (middle > from && from % MINUTE_MS !== 0) {
      const intervalMs = this.#interval
      this.#isFilling = false
      if (this.#query && this.#now !== null) this.#loadWindow(this.#query, this.#now, intervalMs)
      return
    }
    const windows = [
      { from, to: middle, intervalMs: MINUTE_MS },
      { from: middle, to, intervalMs: SECOND_MS },
    ]
    for (const window of windows) {
      if (window.to <= window.from) continue
      const columns = await this.#load(window, signal)
      if (columns === null) break
      fold.add(columns)
    }
    if (signal.aborted) return
    this.#isFilling = false
    if (fold.covered < to) return
    this.#isAttached = true
    this.#flushLater()
    // The screen may have moved since.
    this.#follow()
  }

  get #interval(): number {
    return this.#intervalMs ?? SECOND_MS
  }

  /** Columns in the unit of the book; null: cancelled or failed. */
  async #load(window: DepthWindow, signal: AbortSignal): Promise<DepthColumns | null> {
    this.#loads += 1
    try {
      const { columns, qtyUnit } = await this.#tools.loadDepth(window, signal)
      if (signal.aborted) return null
      const ratio = qtyUnit === null ? 1n : unitRatio(qtyUnit, this.#qtyUnit)
      const loaded = this.#asRows(rescaleColumns(columns, Number(ratio ?? 1n)))
      // A new market may store its first columns at any moment.
      const isStored = loaded.length > 0 || isAnyColumnKnown(this.#parts, 0, Infinity)
      return isStored ? fromStart(loaded, window) : loaded
    } catch {
      if (!signal.aborted) this.#tools.onFailure()
      return null
    } finally {
      if (!signal.aborted) this.#loads -= 1
    }
  }

  /** Rows as high as those of the bars, where these are a multiple. */
  #asRows(columns: DepthColumns): DepthColumns {
    const wanted = this.#query?.step ?? columns.step
    return wanted % columns.step === 0 ? regroupColumns(columns, wanted) : columns
  }

  // ---- page ----------------------------------------------------------------------------------------------------

  #flushLater(): void {
    this.#isDirty = true
    this.#timer ||= this.#tools.setTimer(() => {
      this.#timer = 0
      if (!this.#isBusy) this.#flush()
    }, UPDATE_INTERVAL_MS)
  }

  /** Sends the intervals that ended since the last time, and the open one. */
  #flush(): void {
    this.#isDirty = false
    const intervalMs = this.#interval
    const taken = this.#isAttached ? this.#live.take(this.#step) : null
    const fold = this.#fold
    if (fold === null || taken === null) return this.#postScale()
    fold.add(taken.closed)
    const closed = fold.takeClosed()
    const open = fold.peekOpen(taken.open)
    this.#keep(closed)
    const changed = open === null ? [...closed] : [...closed, open]
    const fromMs = changed.at(0)?.fromMs
    const last = changed.at(-1)
    if (fromMs === undefined || last === undefined) return this.#postScale()
    this.#post(composeColumns(changed, { intervalMs, fromMs, toMs: last.fromMs + intervalMs }), false)
  }

  #postWhole(): void {
    this.#walls.reset()
    // Also of a market that stands still, whose scale would not be measured again.
    this.#scale = { ...this.#scale, query: null }
    this.#post(this.#joined(), true, 'all')
  }

  #postScale(): void {
    const { low, high } = this.#scale
    const isOtherQuery = this.#scale.query !== this.#query
    this.#measure()
    if (this.#scale.low !== low || this.#scale.high !== high || isOtherQuery) this.#post(null, false)
  }

  #post(columns: DepthColumns | null, isWhole: boolean, walls: 'changed' | 'all' | 'later' = 'changed'): void {
    this.#measure()
    this.#isBusy = true
    const { low, high } = this.#scale
    const query = this.#query
    const isKnown = query !== null && isAnyColumnKnown(this.#parts, query.from, query.to)
    const hasWalls = walls !== 'later' && (this.#followWalls() || walls === 'all')
    const rows = query?.imbalanceRows ?? null
    this.#tools.post(
      {
        type: 'heatmap',
        columns,
        isWhole,
        qtyUnit: this.#qtyUnit,
        low,
        high,
        isKnown,
        storedFrom: this.#storedFrom,
        walls: hasWalls ? this.#walls.list : null,
        imbalances: columns && rows !== null ? columnImbalances(columns, rows * columns.step) : null,
      },
      columns === null ? [] : columnBuffers(columns),
    )
    if (!isKnown) void this.#loadStoredFrom()
  }

  /** True when the walls changed. */
  #followWalls(): boolean {
    const before = this.#walls.list
    const ratio = this.#query?.wallRatio ?? null
    const chart = this.#tools.bars()
    const factor = chart && unitRatio(chart.lotSize, this.#qtyUnit)
    if (ratio === null || !chart || !factor) {
      this.#walls.reset()
      return before !== NO_WALLS
    }
    return this.#walls.follow({ parts: this.#parts, bars: chart.bars, ratio, factor: Number(factor) })
  }

  #measure(): void {
    const query = this.#query
    const now = this.#now ?? 0
    if (query === null || (this.#scale.query === query && now - this.#scale.at < SCALE_INTERVAL_MS)) return
    this.#scale = { ...computeHeatScale(this.#parts, query, this.#qtyUnit), at: now, query }
  }

  /** Why nothing is shown: before the first recording, or simply not recorded. */
  async #loadStoredFrom(): Promise<void> {
    if (this.#storedFrom !== null) return
    const { signal } = this.#abort
    const from = await this.#tools.loadStoredFrom(signal).catch(() => null)
    if (signal.aborted || from === null || this.#storedFrom !== null) return
    this.#storedFrom = from
    this.#post(null, false)
  }

  #keep(closed: readonly DepthColumns[]): void {
    this.#parts.push(...closed)
    if (this.#parts.length > MAX_PARTS) this.#parts = [this.#joined()]
  }

  /** All ended intervals as one part, the newest MAX_COLUMNS. */
  #joined(): DepthColumns {
    const intervalMs = this.#interval
    const last = this.#parts[this.#parts.length - 1]
    const toMs = last.fromMs + last.length * intervalMs
    const fromMs = Math.max(this.#loadedFrom, toMs - MAX_COLUMNS * intervalMs)
    const within = this.#parts.filter((part) => part.fromMs + part.length * intervalMs > fromMs)
    return composeColumns(within, { intervalMs, fromMs, toMs })
  }
}

/** Columns of the whole window: the server's begin with the first stored one, and what is before is missing. */
function fromStart(columns: DepthColumns, { from, to, intervalMs }: DepthWindow): DepthColumns {
  if (columns.fromMs <= from) return columns
  const toMs = columns.length === 0 ? to : columns.fromMs + columns.length * intervalMs
  const { step } = columns
  return composeColumns(columns.length === 0 ? [] : [columns], { intervalMs, fromMs: from, toMs, step })
}

const columnBuffers = (columns: DepthColumns): ArrayBuffer[] =>
  Object.values(columns).flatMap((column: unknown) =>
    ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
  )
