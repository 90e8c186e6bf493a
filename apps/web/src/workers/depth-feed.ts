import type { BookState, ClientMessage, ServerMessage } from '@flowprint/contract'
import {
  type Bars,
  Book,
  type BookProof,
  type BookSide,
  DAY_MS,
  type DepthFrame,
  type Trades,
  unitRatio,
  type UnixMs,
} from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import type { DepthCalls } from './depth/depth-calls.ts'
import { HeatmapFeed } from './depth/heatmap-feed.ts'
import { buildLadderRows, followTop } from './depth/ladder-rows.ts'
import { RecentChanges } from './depth/recent-changes.ts'
import { TradedVolume } from './depth/traded-volume.ts'
import type { DepthState, FromWorker, HeatmapQuery, LadderQuery, ViewRequest } from './protocol.ts'

/** The page is updated at most ten times a second. */
const UPDATE_INTERVAL_MS = 100
/** Changes of the ladder count this long. */
const CHANGES_MS = 10_000
/** After a failed call. */
const RETRY_MS = 3000

export interface DepthTools extends DepthCalls {
  loadTrades(
    request: ViewRequest,
    window: { readonly from: number; readonly to: number },
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<Trades>
  /** The bars of the chart; null before they are loaded. */
  bars(): Bars | null
  send(message: ClientMessage): void
  post(message: FromWorker, transfer?: ArrayBuffer[]): void
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/**
 * The order book of one chart, active only while the page shows the heatmap or the ladder: holds the book, applies the
 * frames of the stream to it, and sends columns and rows, a few times a second and never faster than they are drawn.
 */
export class DepthFeed {
  readonly #tools: DepthTools
  readonly #book = new Book()
  readonly #changes = new RecentChanges(CHANGES_MS)
  readonly #heatmap: HeatmapFeed
  readonly #traded: TradedVolume
  #view = 0
  #request: ViewRequest | null = null
  #identity: CallIdentity = { language: 'zh', token: null }
  #ladder: LadderQuery | null = null
  #ladderTop: number | null = null
  #isHeatmapShown = false
  /** The market's current time; null before the chart's first answer. */
  #now: UnixMs | null = null
  /** Position in the depth log; null without a book. */
  #seq: number | null = null
  #tape: string | undefined
  #qtyUnit = ''
  #proof: BookProof = 'sampled'
  #until: UnixMs = -Infinity
  /** Frames between a gap and the answer to the new subscription are ignored. */
  #isResuming = true
  #state: DepthState = 'loading'
  #abort = new AbortController()
  #retryTimer = 0
  #timer = 0
  #isLadderDirty = false
  #isLadderBusy = false

  constructor(tools: DepthTools) {
    this.#tools = tools
    this.#heatmap = new HeatmapFeed({
      loadDepth: (query, signal) => {
        if (!this.#request) throw new Error('Nothing was opened')
        return tools.loadDepth(this.#request, query, this.#identity, signal)
      },
      loadStoredFrom: async (signal) =>
        this.#request && tools.loadStoredFrom(this.#request, this.#now ?? 0, this.#identity, signal),
      bars: () => {
        const bars = tools.bars()
        return bars && this.#request && { bars, lotSize: this.#request.units.lotSize }
      },
      post: (message, transfer) => tools.post({ ...message, view: this.#view }, transfer),
      setTimer: (act, ms) => tools.setTimer(act, ms),
      clearTimer: (timer) => tools.clearTimer(timer),
      onLoaded: (isAnyKnown) => this.#judge(isAnyKnown),
      onFailure: () => this.#fail(),
    })
    this.#traded = new TradedVolume(
      {
        loadTraded: (request, window, signal) => tools.loadTraded(request, window, this.#identity, signal),
        loadTrades: (request, window, signal) => tools.loadTrades(request, window, this.#identity, signal),
        onTraded: () => this.#flushLadderLater(),
      },
      CHANGES_MS,
    )
  }

  /** Another chart: discards the book of the last one. */
  begin(view: number, request: ViewRequest, identity: CallIdentity): void {
    this.#close()
    this.#view = view
    this.#request = request
    this.#identity = identity
    this.#ladder = null
    this.#isHeatmapShown = false
    this.#heatmap.show(null)
    this.#traded.stop()
    this.#now = null
  }

  identify(identity: CallIdentity): void {
    this.#identity = identity
  }

  /** Called when the chart's history was loaded or reloaded: retained trades may have a gap. `tape`: of the chart. */
  seed({ now, tape }: { readonly now: UnixMs; readonly tape: string }): void {
    const isOtherTape = this.#tape !== undefined && this.#tape !== tape
    this.#now = now
    this.#tape = tape
    if (this.#ladder) this.#countTrades(this.#ladder)
    if (isOtherTape) this.#close()
    this.#openWhenShown()
  }

  /** The market's current time. */
  tick(watermark: UnixMs | null): void {
    if (watermark !== null) this.#now = watermark
  }

  showHeatmap(query: HeatmapQuery | null): void {
    const isFirst = !this.#isHeatmapShown
    this.#isHeatmapShown = query !== null
    this.#heatmap.show(query)
    if (query === null) return this.#closeWhenHidden()
    // The ladder has loaded the book already.
    if (isFirst && this.#seq !== null) this.#heatmap.start(this.#bookFrame(), this.#now ?? this.#until)
    this.#openWhenShown()
  }

  showLadder(query: LadderQuery | null): void {
    const before = this.#ladder
    this.#ladder = query
    if (query === null) {
      this.#traded.stop()
      this.#changes.clear()
      this.#ladderTop = null
      return this.#closeWhenHidden()
    }
    const isFirst = before === null
    if (isFirst || before.since !== query.since || !this.#traded.canSum(query.step)) this.#countTrades(query)
    if (isFirst || before.step !== query.step || query.topRow !== null) this.#ladderTop = query.topRow
    this.#openWhenShown()
    // Scrolling answers at once.
    this.#isLadderBusy = false
    this.#flushLadder()
  }

  heatmapTaken(): void {
    this.#heatmap.taken()
  }

  ladderTaken(): void {
    this.#isLadderBusy = false
    if (this.#isLadderDirty) this.#flushLadderLater()
  }

  /** The user asks again after a failure. */
  retry(): void {
    if (this.#state !== 'failed') return
    this.#close()
    this.#openWhenShown()
  }

  /** Live trades, in log order. */
  add(trades: Trades): void {
    this.#traded.add(trades)
  }

  /** Trades of the past changed. */
  revised(): void {
    if (this.#ladder) this.#countTrades(this.#ladder)
  }

  // ---- stream --------------------------------------------------------------------------------------------------

  /** The stream is connected: continue from the last frame received. */
  ready(): void {
    if (this.#seq !== null) this.#subscribe()
    else this.#openWhenShown()
  }

  message(message: ServerMessage): void {
    if (!('symbol' in message) || message.symbol !== this.#request?.symbol || !this.#isShown) return
    if (message.op === 'depth_subscribed') this.#isResuming = false
    else if (message.op === 'depth_status') this.#report(message.state)
    else if (message.op === 'depth_resync' && message.reason !== 'drain') this.#reopen()
  }

  frame(frame: DepthFrame): void {
    if (this.#seq === null || this.#isResuming) return
    if (frame.symbol !== this.#request?.symbol || frame.seq <= this.#seq) return
    if (frame.seq !== this.#seq + 1) return this.#subscribe()
    this.#apply(frame)
  }

  // ---- book ----------------------------------------------------------------------------------------------------

  get #isShown(): boolean {
    return this.#isHeatmapShown || this.#ladder !== null
  }

  #openWhenShown(): void {
    if (!this.#isShown || this.#now === null || this.#seq !== null || this.#retryTimer !== 0) return
    if (this.#isOpening) return
    void this.#open()
  }

  #closeWhenHidden(): void {
    if (!this.#isShown) this.#close()
  }

  #isOpening = false

  async #open(): Promise<void> {
    const request = this.#request
    if (!request) return
    const { signal } = this.#abort
    this.#isOpening = true
    if (this.#state !== 'loading') this.#report('loading')
    try {
      const frame = await this.#tools.loadBook(request, this.#identity, signal)
      if (signal.aborted) return
      this.#isOpening = false
      if (frame === null) {
        // The stream reports whether there will be one. An earlier book is outdated.
        this.#seq = 0
        this.#book.clear()
        this.#qtyUnit = ''
        this.#heatmap.start(null, this.#now ?? 0)
      } else {
        this.#seq = frame.seq
        this.#load(frame)
        this.#heatmap.start(frame, this.#now ?? frame.until)
        this.#report(frame.proof)
      }
      this.#subscribe(frame === null)
      this.#flushLadder()
    } catch {
      if (signal.aborted) return
      this.#isOpening = false
      this.#fail()
    }
  }

  #subscribe(isFromNow = false): void {
    if (!this.#request || this.#seq === null) return
    this.#isResuming = true
    this.#tools.send({
      op: 'subscribe_depth',
      symbol: this.#request.symbol,
      ...(isFromNow ? {} : { from_seq: this.#seq }),
      ...(this.#tape === undefined ? {} : { tape: this.#tape }),
    })
  }

  /** The frames cannot be continued: loads the book again, and the columns since. */
  #reopen(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#isOpening = false
    this.#seq = null
    this.#isResuming = true
    this.#changes.clear()
    this.#heatmap.pause()
    this.#openWhenShown()
  }

  #close(): void {
    if (this.#seq !== null && this.#request) {
      this.#tools.send({ op: 'unsubscribe_depth', symbol: this.#request.symbol })
    }
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#isOpening = false
    this.#tools.clearTimer(this.#retryTimer)
    this.#tools.clearTimer(this.#timer)
    this.#retryTimer = 0
    this.#timer = 0
    this.#seq = null
    this.#isResuming = true
    this.#book.clear()
    this.#changes.clear()
    this.#heatmap.stop()
    this.#state = 'loading'
    this.#ladderTop = null
  }

  #load(frame: DepthFrame): void {
    if (frame.snapshot !== null) this.#book.load(frame.snapshot)
    this.#book.setWindow(frame.window)
    this.#changes.clear()
    this.#qtyUnit = frame.qtyUnit
    this.#proof = frame.proof
    this.#until = frame.until
  }

  #apply(frame: DepthFrame): void {
    this.#seq = frame.seq
    const isOtherUnit = frame.qtyUnit !== this.#qtyUnit
    if (frame.kind === 'end') {
      this.#book.clear()
      this.#changes.clear()
    } else if (frame.kind === 'start' || isOtherUnit || (frame.kind === 'keyframe' && !this.#isBookLoaded)) {
      this.#load(frame)
    }
    this.#qtyUnit = frame.qtyUnit
    this.#proof = frame.proof
    this.#until = Math.max(this.#until, frame.until)
    if (frame.changes !== null && frame.kind === 'changes') this.#applyChanges(frame)
    if (frame.kind !== 'end') this.#book.setWindow(frame.window)
    this.#changes.trim(this.#until)
    if (isOtherUnit) this.#heatmap.start(this.#bookFrame(), this.#now ?? frame.until)
    else this.#heatmap.add(frame)
    // What the frames say is newer than the last status.
    const state = frame.kind === 'end' ? 'lost' : frame.proof
    if (this.#state !== state && (frame.kind === 'end' || this.#isBookLoaded)) this.#report(state)
    this.#flushLadderLater()
  }

  /** The book as a frame with its snapshot; null without one. */
  #bookFrame(): DepthFrame | null {
    if (!this.#isBookLoaded || !this.#request || this.#seq === null) return null
    return {
      symbol: this.#request.symbol,
      kind: 'keyframe',
      seq: this.#seq,
      proof: this.#proof,
      qtyUnit: this.#qtyUnit,
      until: this.#until,
      window: this.#book.window,
      snapshot: this.#book.snapshot(this.#until),
      changes: null,
      reason: '',
    }
  }

  get #isBookLoaded(): boolean {
    return this.#book.size(0) + this.#book.size(1) > 0
  }

  #applyChanges({ changes }: DepthFrame): void {
    if (changes === null) return
    const { events, t, end, side, ticks, lots } = changes
    const isCounted = this.#ladder !== null
    for (let i = 0, k = 0; i < events; i++) {
      for (; k < end[i]; k++) {
        const own = side[k] as BookSide
        const delta = lots[k] - this.#book.set(own, ticks[k], lots[k])
        if (isCounted && delta !== 0) this.#changes.push(t[i], own, ticks[k], delta)
      }
    }
  }

  // ---- page ----------------------------------------------------------------------------------------------------

  #report(state: BookState | DepthState): void {
    this.#state = state
    this.#tools.post({ type: 'depth', view: this.#view, state })
  }

  /** Without a book, the columns decide whether there is anything to show. */
  #judge(isAnyKnown: boolean): void {
    const isWithoutBook = this.#seq !== null && !this.#isBookLoaded
    if (isWithoutBook && this.#state === 'loading' && !isAnyKnown) this.#report('none')
  }

  #fail(): void {
    this.#report('failed')
    if (this.#retryTimer !== 0) return
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      if (this.#state === 'failed') {
        this.#close()
        this.#openWhenShown()
      }
    }, RETRY_MS)
  }

  #countTrades({ since, step }: LadderQuery): void {
    if (!this.#request || this.#now === null) return
    const from = since ?? Math.floor(this.#now / DAY_MS) * DAY_MS
    this.#traded.start(this.#request, from, step, this.#now)
  }

  #flushLadderLater(): void {
    if (!this.#ladder) return
    this.#isLadderDirty = true
    this.#timer ||= this.#tools.setTimer(() => {
      this.#timer = 0
      if (!this.#isLadderBusy) this.#flushLadder()
    }, UPDATE_INTERVAL_MS)
  }

  #flushLadder(): void {
    const query = this.#ladder
    if (!query || !this.#isBookLoaded) return
    const { step, rows } = query
    const touch = { bestBid: this.#book.bestBid(), bestAsk: this.#book.bestAsk() }
    const topRow = query.topRow ?? followTop(this.#ladderTop, rows, step, touch)
    if (topRow === null) return
    this.#ladderTop = topRow
    this.#isLadderDirty = false
    this.#isLadderBusy = true
    const factor = Number(unitRatio(this.#request?.units.lotSize ?? '1', this.#qtyUnit) ?? 1n)
    const recent = this.#traded.recentRows(step, topRow, rows, this.#until - CHANGES_MS, factor)
    const traded = this.#traded.rows(step, topRow, rows)
    this.#tools.post({
      type: 'ladder',
      view: this.#view,
      ladder: {
        ...buildLadderRows({ book: this.#book, changes: this.#changes, step, topRow, rows }, recent),
        isFollowing: query.topRow === null,
        qtyUnit: this.#qtyUnit,
        tradedBid: traded.bid,
        tradedAsk: traded.ask,
        traded: this.#traded.state,
        since: this.#traded.since,
      },
    })
  }
}
