import {
  type BigTrade,
  decodeBigTrades,
  emptyTrades,
  HOUR_MS,
  type IndicatorSettings,
  leastNotional,
  LiveBigTrades,
  lowerBoundTs,
  mergeTrades,
  MINUTE_MS,
  showsBigTrades,
  type SizeSeed,
  sliceTrades,
  type Trades,
} from '@flowprint/orderflow'
import { BIG_TRADES_MIME } from '@flowprint/contract'
import type { CallIdentity } from '../shared/http/request.ts'
import { requestBytes } from '../shared/http/request-file.ts'
import type { FromWorker, ViewRequest } from './protocol.ts'
import type { TapeTools } from './tape-feed.ts'

/** The page is updated at most five times a second. */
const UPDATE_INTERVAL_MS = 200
/** Debounce for reloading a changed past. */
const RELOAD_DEBOUNCE_MS = 3_000
/** Limits of stored bubbles and of additional requests; very long charts show the bubbles of their newest part. */
const MAX_KEPT = 20_000
const MAX_REQUESTS = 8
const SIZES_LOOKBACK_MS = 4 * HOUR_MS

export interface BigTradeTools extends Pick<TapeTools, 'loadTrades' | 'setTimer' | 'clearTimer'> {
  loadBigTrades(
    request: ViewRequest,
    window: BigTradesWindow,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LoadedBigTrades>
  post(message: FromWorker): void
}

/** The part of the chart's history that describes the tape. */
interface BigTradeSeed {
  /** t of the first bar; null without bars. */
  readonly from: number | null
  /** Every trade from here on is in `tail` or comes live; null: nothing is live. */
  readonly closedUntil: number | null
  readonly tail: Trades | null
}

/**
 * Big trades of one chart while the settings show them: the past from the server, then live trades. Trades since the
 * last closed minute are buffered so that the past can be reloaded at any moment.
 */
export class BigTradeFeed {
  readonly #tools: BigTradeTools
  #view = 0
  #request: ViewRequest | null = null
  #identity: CallIdentity = { language: 'zh', token: null }
  #seed: BigTradeSeed | null = null
  #live: LiveBigTrades | null = null
  #recent: Trades = emptyTrades()
  /** Older trades are discarded. */
  #closedUntil = -Infinity
  #watermark = -Infinity
  /** A request for the past up to here is running; later trades are buffered. */
  #requestedTo = Infinity
  /** Buffered trades that came as a revision. */
  #revisedTo = -Infinity
  #list: BigTrade[] = []
  #from = Infinity
  #wasEmpty = true
  #abort = new AbortController()
  #timer = 0
  #reloadTimer = 0

  constructor(tools: BigTradeTools) {
    this.#tools = tools
  }

  /** Whether the settings show big trades on the chart's cycle. */
  get #isShown(): boolean {
    return this.#request !== null && showsBigTrades(this.#request.settings, this.#request.cycle)
  }

  /** Switches to another chart. */
  begin(view: number, request: ViewRequest, identity: CallIdentity): void {
    this.#drop()
    this.#view = view
    this.#request = request
    this.#identity = identity
    this.#seed = null
  }

  identify(identity: CallIdentity): void {
    this.#identity = identity
  }

  /** Called when the chart's history was loaded or reloaded. */
  seed(seed: BigTradeSeed, settings: IndicatorSettings): void {
    this.#drop()
    this.#seed = seed
    this.#recent = seed.tail ?? emptyTrades()
    this.#closedUntil = seed.closedUntil ?? Infinity
    this.#watermark = seed.closedUntil ?? -Infinity
    if (this.#request) this.#request = { ...this.#request, settings }
    if (this.#isShown) void this.#load()
  }

  change(settings: IndicatorSettings): void {
    const request = this.#request
    if (!request) return
    const wasShown = this.#isShown
    const { size } = request.settings.bigTrades
    this.#request = { ...request, settings }
    if (this.#isShown === wasShown && settings.bigTrades.size === size) return
    this.#stop()
    if (this.#isShown) void this.#load()
    else this.#show([], Infinity)
  }

  /** Live trades, in log order. */
  add(trades: Trades, watermark: number | null): void {
    if (!this.#seed || this.#closedUntil === Infinity) return
    this.#recent = mergeTrades(this.#recent, withoutSeq(trades)).trades
    this.#live?.add(trades)
    this.tick(watermark)
  }

  /** Called when the market's watermark moved. */
  tick(watermark: number | null): void {
    if (watermark === null || !this.#seed || this.#closedUntil === Infinity) return
    this.#watermark = Math.max(this.#watermark, watermark)
    const closed = Math.floor((this.#watermark - 2000) / MINUTE_MS) * MINUTE_MS
    if (closed > this.#closedUntil) {
      this.#closedUntil = closed
      this.#recent = sliceTrades(this.#recent, lowerBoundTs(this.#recent, Math.min(closed, this.#requestedTo)))
    }
    if (this.#live) this.#timer ||= this.#tools.setTimer(() => this.#flush(), UPDATE_INTERVAL_MS)
  }

  /** Called when trades of [from, to) changed. */
  revised(to: number): void {
    const from = this.#seed?.from ?? null
    if (from === null || to <= from - SIZES_LOOKBACK_MS) return
    this.#revisedTo = Math.max(this.#revisedTo, to)
    this.#reloadLater()
  }

  /** Called when older bars were loaded. */
  older(from: number): void {
    const known = this.#seed?.from ?? null
    if (!this.#seed || known === null || from >= known) return
    this.#seed = { ...this.#seed, from }
    if (this.#from <= known && this.#isShown) void this.#loadBefore(this.#abort.signal)
  }

  #drop(): void {
    this.#stop()
    this.#list = []
    this.#from = Infinity
    this.#recent = emptyTrades()
    this.#revisedTo = -Infinity
  }

  #stop(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#tools.clearTimer(this.#timer)
    this.#tools.clearTimer(this.#reloadTimer)
    this.#timer = 0
    this.#reloadTimer = 0
    this.#requestedTo = Infinity
    this.#live = null
  }

  #reloadLater(): void {
    this.#reloadTimer ||= this.#tools.setTimer(() => {
      this.#reloadTimer = 0
      if (this.#isShown) void this.#load()
    }, RELOAD_DEBOUNCE_MS)
  }

  /** Reloads everything; the current list stays visible until then. */
  async #load(): Promise<void> {
    this.#stop()
    const { signal } = this.#abort
    const request = this.#request
    const from = this.#seed?.from ?? null
    if (!request || from === null) return
    const to = this.#closedUntil === Infinity ? null : this.#closedUntil
    const { size } = request.settings.bigTrades
    this.#requestedTo = to ?? Infinity
    try {
      if (to !== null && this.#revisedTo > to) {
        const late = await this.#tools.loadTrades(request, { from: to, to: this.#revisedTo }, this.#identity, signal)
        if (signal.aborted) return
        this.#recent = mergeTrades(this.#recent, withoutSeq(late)).trades
      }
      this.#revisedTo = -Infinity
      const answer = await this.#tools.loadBigTrades(request, { from, to, size, resume: true }, this.#identity, signal)
      if (signal.aborted) return
      if (to !== null) {
        // The server has not yet reached the watermark of the last frame.
        if (answer.to !== to) return this.#reloadLater()
        this.#live = new LiveBigTrades(
          { from: to, open: answer.open, sizes: answer.sizes },
          leastNotional(size, request.units),
        )
        this.#live.add(sliceTrades(this.#recent, lowerBoundTs(this.#recent, to)))
      }
      this.#requestedTo = Infinity
      this.#show([...answer.list], answer.from)
      this.#flush()
      await this.#loadBefore(signal)
    } catch {
      if (!signal.aborted) this.#reloadLater()
    }
  }

  /** Loads the rest of the loaded bars backwards, up to MAX_REQUESTS and MAX_KEPT. */
  async #loadBefore(signal: AbortSignal): Promise<void> {
    for (let calls = 0; calls < MAX_REQUESTS && this.#list.length < MAX_KEPT; calls++) {
      const from = this.#seed?.from ?? null
      if (!this.#request || from === null || this.#from <= from) return
      const window = { from, to: this.#from, size: this.#request.settings.bigTrades.size, resume: false }
      const answer = await this.#tools.loadBigTrades(this.#request, window, this.#identity, signal).catch(() => null)
      if (signal.aborted || answer === null) return
      this.#show([...answer.list, ...this.#list], answer.from)
    }
  }

  #show(list: BigTrade[], from: number): void {
    this.#list = list
    this.#from = from
    this.#tools.post({ type: 'bigTrades', view: this.#view, list, added: [], fresh: this.#live?.fresh() ?? [], from })
  }

  #flush(): void {
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    const live = this.#live
    if (!live) return
    const added = live.settle(this.#watermark)
    const fresh = live.fresh()
    if (added.length > 0) this.#list = [...this.#list, ...added]
    if (added.length > 0 || fresh.length > 0 || !this.#wasEmpty) {
      this.#tools.post({ type: 'bigTrades', view: this.#view, list: null, added, fresh, from: this.#from })
    }
    this.#wasEmpty = fresh.length === 0
    if (live.mustReload) this.#reloadLater()
  }
}

/** Removes log positions: they do not order the tape, and /trades pages do not carry them as frames do. */
function withoutSeq(trades: Trades): Trades {
  return trades.seq === null ? trades : { ...trades, seq: null }
}

/** A range of big trades; `resume`: include the state needed to continue from its end. */
export interface BigTradesWindow {
  readonly from: number
  readonly to: number | null
  /** Minimum notional in the quote currency; "0" = no minimum. */
  readonly size: string
  readonly resume: boolean
}

export interface LoadedBigTrades {
  readonly from: number
  readonly to: number
  readonly list: readonly BigTrade[]
  readonly open: Trades
  readonly sizes: SizeSeed
}

/**
 * Loads one packed answer of /big_trades, in ticks and lots. Throws CallFailure, OrderflowError, or AbortError when
 * cancelled.
 */
export async function loadBigTrades(
  request: ViewRequest,
  { from, to, size, resume }: BigTradesWindow,
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<LoadedBigTrades> {
  const query = {
    symbol: request.symbol,
    from: Math.max(0, from),
    to: to ?? undefined,
    size,
    resume: resume || undefined,
  }
  return bigTradesOf(
    await requestBytes('GET /big_trades', identity, { query, accept: BIG_TRADES_MIME, signal }),
    request.units,
  )
}

/**
 * Parses the rows of an answer. An answer in other units belongs to another version of the market, which the stream
 * reports.
 */
function bigTradesOf(bytes: Uint8Array, units: ViewRequest['units']): LoadedBigTrades {
  const { meta, list, open, sizes } = decodeBigTrades(bytes)
  if (meta.tick_size !== units.tickSize || meta.lot_size !== units.lotSize) {
    throw new RangeError(
      `Big trades in ${meta.tick_size} and ${meta.lot_size}, not ${units.tickSize} and ${units.lotSize}`,
    )
  }
  return { from: meta.from, to: meta.to, list, open, sizes }
}
