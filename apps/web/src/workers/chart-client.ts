import type { ClientMessage, ServerMessage } from '@flowprint/contract'
import {
  backoffMs,
  LiveBars,
  needsNativeRows,
  OrderflowError,
  type Answer,
  type DepthFrame,
  type Frame,
  type IndicatorSettings,
  type Cutoff,
  type LiveChange,
  type Refetch,
  type ReplayBars,
  type ReplayChange,
  type TapeQuery,
  type Trades,
} from '@flowprint/orderflow'
import { CallFailure, readEnvelope, retryAfter, retryDelayMs, type FailureKind } from '../shared/http/envelope.ts'
import type { CallIdentity } from '../shared/http/request.ts'
import { RECONNECT_BACKOFF } from './market-stream.ts'
import { BarWindow, buffersOf } from './bar-window.ts'
import { type HistoryCalls, HistoryLoader, metaOf, needsNewHistory, type PageWindow } from './history.ts'
import { PageFeed } from './page-feed.ts'
import type {
  DerivativesQuery,
  FailureNote,
  FromWorker,
  Gap,
  HeatmapQuery,
  LadderQuery,
  ToWorker,
  ViewMeta,
  ViewRequest,
} from './protocol.ts'
import type { DepthCalls } from './depth/depth-calls.ts'
import type { DerivativesCalls } from './derivatives/derivatives-calls.ts'
import type { SideFeeds, SideTools } from './side-feeds.ts'
import type { StreamPort } from './stream-hub.ts'
import type { ReplayBase, ReplayPort, ReplayTools } from './replay/chart-replay.ts'

/** Panning never loads more bars than this (the chart remaps every loaded bar when they change). */
const MAX_LOADED = 5000
const PAGE_BARS = 500
/** Bars a long session may append before everything is reloaded. */
const MAX_APPENDED = 500
/** Retry interval for a market without data. */
const EMPTY_RETRY_MS = 5000
/** During a replay, panels that load what they show (the book, derivatives) do so at most this often. */
const REPLAY_PANELS_MS = 1000

/** Failures that do not concern the chart: the page handles them like failures of the calls it makes itself. */
export const REFUSALS: ReadonlySet<FailureKind> = new Set<FailureKind>(['sessionExpired', 'forbidden', 'logOut'])

/** Null: not shown. */
interface PanelQueries {
  readonly heatmap: HeatmapQuery | null
  readonly ladder: LadderQuery | null
  readonly derivatives: DerivativesQuery | null
}

export interface SessionTools {
  readonly calls: HistoryCalls & DepthCalls & DerivativesCalls & Pick<SideTools, 'loadTrades' | 'loadBigTrades'>
  readonly openSideFeeds: (tools: SideTools) => SideFeeds
  readonly openReplay: (tools: ReplayTools) => ReplayPort
  readonly stream: StreamPort
  post(message: FromWorker, transfer: ArrayBuffer[]): void
  now(): number
  random(): number
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/**
 * One chart at a time: its history, its stream and its indicators (CONTRACT 1, rules 3-6 from the client's side). All
 * asynchronous work happens here; LiveBars decides what the data mean, BarWindow what the page receives.
 */
export class ChartClient {
  readonly #tools: SessionTools
  readonly #history: HistoryLoader
  readonly #feed: PageFeed
  readonly #timeAndSales: SideFeeds['timeAndSales']
  readonly #bigTrades: SideFeeds['bigTrades']
  readonly #depth: SideFeeds['depth']
  readonly #derivatives: SideFeeds['derivatives']
  #view = 0
  #request: ViewRequest | null = null
  #identity: CallIdentity = { language: 'zh', token: null }
  #window: BarWindow | null = null
  #meta: ViewMeta | null = null
  #tape = ''
  /** Frames between a gap and the answer to the new subscription are ignored. */
  #resuming = true
  #retryTimer = 0
  #failures = 0
  #loadingOlder = false
  readonly #replay: ReplayPort
  /** Time and sales and big trades begin again at the cutoff: pages of bars came without trades. */
  #isTapeStale = false
  /** What a replaying chart shows; null: nothing yet. */
  #replayBars: ReplayBars | null = null
  /** The page shows time and sales. */
  #isTapeOpen = false
  /** What the panels show that load again during a replay. */
  #panels: PanelQueries = { heatmap: null, ladder: null, derivatives: null }
  #panelsTimer = 0
  #panelsAt = -Infinity

  constructor(tools: SessionTools) {
    this.#tools = tools
    this.#history = new HistoryLoader(tools.calls)
    this.#feed = new PageFeed(tools)
    const { loadTrades, loadBigTrades } = tools.calls
    const side = tools.openSideFeeds({
      ...tools,
      ...tools.calls,
      bars: () => this.#window?.bars ?? null,
      send: (message) => this.#send(message),
      shownBars: () => this.#window,
      loadTrades: (request, window, _identity, signal) => loadTrades(request, window, this.#reader, signal),
      loadBigTrades: (request, window, _identity, signal) => loadBigTrades(request, window, this.#reader, signal),
      post: (message: FromWorker, transfer?: ArrayBuffer[]) => this.#post(message, transfer),
    })
    this.#timeAndSales = side.timeAndSales
    this.#bigTrades = side.bigTrades
    this.#depth = side.depth
    this.#derivatives = side.derivatives
    this.#replay = tools.openReplay({
      identity: () => this.#identity,
      request: () => this.#request,
      show: (base) => this.#showReplay(base),
      apply: (change, bars) => this.#applyReplay(change, bars),
      arrived: (cutoff) => this.#arrive(cutoff),
      practice: (part) => this.#post({ type: 'practice', view: this.#view, ...part }),
      failed: (error) => this.#failed(error),
    })
  }

  receive(message: ToWorker): void {
    if (message.type === 'open') return this.#open(message.view, message.request, message.identity)
    if (message.type === 'online') return this.#backOnline()
    if (message.type === 'identity') return this.#identify(message.identity)
    if (message.type === 'replay') return this.#moveReplay(message.cutoff)
    if (message.view !== this.#view || !this.#request) return
    if (message.type === 'settings') this.#changeSettings(message.settings)
    else if (message.type === 'older') void this.#loadOlder()
    else if (message.type === 'replayStep') this.#stepReplay(message)
    else if (message.type === 'practice') this.#replay.startPractice(message.from)
    else if (message.type === 'retry') this.retry()
    else if (message.type === 'taken') this.#feed.taken()
    else if (message.type === 'tape') this.#askTape(message.query)
    else if (message.type === 'tapeTaken') this.#timeAndSales.taken()
    else if (message.type === 'heatmap') this.#showPanel({ heatmap: message.query })
    else if (message.type === 'ladder') this.#showPanel({ ladder: message.query })
    else if (message.type === 'heatmapTaken') this.#depth.heatmapTaken()
    else if (message.type === 'ladderTaken') this.#depth.ladderTaken()
    else if (message.type === 'depthRetry') this.#depth.retry()
    else if (message.type === 'derivatives') this.#showPanel({ derivatives: message.query })
    else if (message.type === 'derivativesTaken') this.#derivatives.taken()
  }

  /** Loads everything again, from nothing. */
  retry(): void {
    this.#reload(false)
  }

  /** The page has closed the chart: ends everything that runs for it. */
  close(): void {
    if (!this.#request) return
    this.#replay.stop()
    this.#stopPanels()
    this.#unsubscribe()
    this.#history.cancel()
    this.#stopRetry()
    this.#feed.begin(this.#view)
    this.#beginSideFeeds(this.#request)
    this.#request = null
    this.#window = null
  }

  /** Who asks for data of the market, and what this chart already shows of it. */
  get #reader(): CallIdentity {
    const { asOf } = this.#replay
    if (asOf !== undefined) return { ...this.#identity, asOf }
    const seenSeq = this.#window?.live.lastSeq
    return seenSeq === undefined ? this.#identity : { ...this.#identity, seenSeq }
  }

  // ---- history -------------------------------------------------------------------------------------------------

  #open(view: number, request: ViewRequest, identity: CallIdentity): void {
    this.#unsubscribe()
    this.#view = view
    this.#feed.begin(view)
    this.#request = request
    this.#identity = identity
    this.#panels = { heatmap: null, ladder: null, derivatives: null }
    this.#replayBars = null
    this.#isTapeOpen = false
    this.#beginSideFeeds(request)
    this.#window = null
    this.#failures = 0
    this.#replay.startPractice(null)
    this.#tools.stream.start(identity)
    this.#reload(false)
  }

  #beginSideFeeds(request: ViewRequest): void {
    this.#timeAndSales.begin(this.#view, request, this.#identity)
    this.#bigTrades.begin(this.#view, request, this.#identity)
    this.#depth.begin(this.#view, request, this.#reader)
    this.#derivatives.begin(this.#view, request, this.#reader)
  }

  #identify(identity: CallIdentity): void {
    this.#identity = identity
    this.#timeAndSales.identify(identity)
    this.#bigTrades.identify(identity)
    this.#depth.identify(this.#reader)
    this.#derivatives.identify(this.#reader)
    if (this.#request) this.#tools.stream.start(identity)
  }

  /** Reloads everything. `keep`: the page shows its current data until then. */
  #reload(keep: boolean): void {
    if (!this.#request) return
    this.#history.cancel()
    this.#stopRetry()
    this.#feed.reset()
    this.#loadingOlder = false
    this.#resuming = true
    if (!keep) this.#window = null
    if (this.#replay.isActive) return this.#replay.restart()
    const request = this.#request
    Promise.all([
      this.#history.page(request, { limit: PAGE_BARS, leadIn: true }, this.#reader),
      this.#history.gaps(request.symbol, this.#reader),
    ]).then(
      ([answer, gaps]) => answer && gaps && this.#receiveFirst(request, answer, gaps),
      (error: unknown) => this.#failed(error),
    )
  }

  #receiveFirst(request: ViewRequest, answer: Answer, gaps: readonly Gap[]): void {
    const keep = this.#window !== null
    const live = new LiveBars(answer, { native: needsNativeRows(request.settings) })
    this.#window = new BarWindow(live, answer, request.units, request.settings, gaps)
    this.#meta = metaOf(answer.meta, request, gaps)
    this.#tape = answer.meta.tape
    this.#failures = 0
    this.#feed.whole(this.#window, this.#meta, keep)
    this.#timeAndSales.seed({
      tail: answer.tail,
      from: answer.meta.closed_until ?? Infinity,
      begin: this.#meta.coverage?.from ?? null,
      end: endOf(this.#window, this.#meta),
    })
    this.#bigTrades.seed(
      { from: this.#window.from, closedUntil: answer.meta.closed_until, tail: answer.tail },
      request.settings,
    )
    const end = { now: endOf(this.#window, this.#meta), tape: this.#tape }
    this.#depth.seed(end)
    this.#derivatives.seed(end)
    this.#subscribe()
    if (request.live && this.#window.bars.length === 0) this.#waitForFirst()
  }

  /** A followed market without data may receive its first trades or its past at any moment. */
  #waitForFirst(): void {
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      if (this.#window?.bars.length === 0) this.#reload(true)
    }, EMPTY_RETRY_MS)
  }

  async #loadOlder(): Promise<void> {
    const window = this.#window
    const to = window?.live.loadedFrom ?? null
    if (!window || !this.#request || this.#loadingOlder) return
    if (to === null) return this.#post({ type: 'older', view: this.#view, state: 'beginning' })
    if (window.bars.length + PAGE_BARS > MAX_LOADED)
      return this.#post({ type: 'older', view: this.#view, state: 'full' })
    this.#loadingOlder = true
    try {
      // An answer may bring fewer bars than are hidden for the indicators: then load the next one too.
      for (let end: number | null = to, isHidden = true; isHidden && end !== null; end = window.live.loadedFrom) {
        const answer: Answer | null = await this.#history.page(
          this.#request,
          { to: end, limit: PAGE_BARS },
          this.#reader,
        )
        if (!answer || this.#window !== window) return
        isHidden = this.#receiveOlder(window, answer)
      }
    } catch {
      if (this.#window === window) this.#post({ type: 'older', view: this.#view, state: 'failed' })
    } finally {
      if (this.#window === window) this.#loadingOlder = false
    }
  }

  /** True when the page brought bars, but none that may be shown yet. */
  #receiveOlder(window: BarWindow, answer: Answer): boolean {
    if (!this.#request) return false
    // Flush pending changes first: the prepended part is counted from bars that the page has.
    this.#feed.flush(true)
    const change = window.live.load(this.#replay.older(answer))
    if (this.#handleChange(change)) return false
    const added = window.older(this.#request.settings)
    if (added.bars.length === 0) {
      if (change.prepended > 0 && window.live.loadedFrom !== null) return true
      this.#post({ type: 'older', view: this.#view, state: 'beginning' })
      return false
    }
    // Read before the post: transferring the buffers empties the columns.
    const from = Math.floor(added.bars.t[0])
    this.#post(
      { type: 'prepend', view: this.#view, firstNumber: window.firstNumber, ...added },
      buffersOf(added.bars, added.analysis),
    )
    this.#bigTrades.older(from)
    this.#derivatives.older()
    return false
  }

  /** Reloads ranges that a revision made stale; LiveBars merges each answer. */
  #refetch(ranges: readonly Refetch[]): void {
    const window = this.#window
    const request = this.#request
    if (!window || !request || ranges.length === 0) return
    for (const { from, to } of ranges) void this.#refetchOne(window, request, { from, to, limit: MAX_LOADED })
  }

  async #refetchOne(window: BarWindow, request: ViewRequest, range: PageWindow): Promise<void> {
    try {
      const answer = await this.#history.page(request, range, this.#reader)
      if (!answer || this.#window !== window) return
      this.#failures = 0
      this.#apply(window.live.load(answer))
    } catch (error) {
      if (this.#window === window) this.#retryLater(() => this.#refetch(window.live.stale()), error)
    }
  }

  /** A revision may have filled or opened gaps, which changes the analysis. */
  async #refreshGaps(): Promise<void> {
    const window = this.#window
    if (!window || !this.#request) return
    // On failure the old gaps stay until the next revision triggers a new request.
    const gaps = await this.#history.gaps(this.#request.symbol, this.#reader).catch(() => null)
    if (!gaps || this.#window !== window || !this.#request || !this.#meta) return
    if (JSON.stringify(gaps) === JSON.stringify(this.#meta.gaps)) return
    this.#meta = { ...this.#meta, gaps }
    window.reanalyze(this.#request.settings, gaps)
    this.#feed.whole(window, this.#meta, true)
  }

  #failed(error: unknown): void {
    const failure = toFailureNote(error instanceof CallFailure ? error : toCallFailure(error))
    const isRefused = REFUSALS.has(failure.kind)
    if (isRefused) this.#post({ type: 'refused', failure })
    if (!this.#window) {
      this.#post({ type: 'failed', view: this.#view, failure })
      // The message names the time after which the server answers again.
      if (retryAfter(error) !== null) this.#retryLater(() => this.#reload(false), error)
      return
    }
    // A retry would be refused again; the page sends another identity or closes the chart.
    if (!isRefused) this.#retryLater(() => this.#reload(true), error)
  }

  /** `failure`: may name the time after which a retry is allowed. */
  #retryLater(act: () => void, failure: unknown): void {
    if (this.#retryTimer) return
    this.#failures += 1
    this.#retryTimer = this.#tools.setTimer(
      () => {
        this.#retryTimer = 0
        act()
      },
      Math.max(
        backoffMs(this.#failures, RECONNECT_BACKOFF, this.#tools.random),
        retryDelayMs(failure, this.#tools.random),
      ),
    )
  }

  #backOnline(): void {
    this.#tools.stream.reconnectNow()
    if (this.#request && !this.#window && !this.#history.isLoading) this.#reload(false)
  }

  // ---- replay --------------------------------------------------------------------------------------------------

  #moveReplay(cutoff: Cutoff | null): void {
    if (cutoff === null) return this.#stopReplay()
    if (this.#replay.isActive) return this.#replay.move({ to: cutoff })
    this.#silence()
    this.#history.cancel()
    this.#stopRetry()
    this.#feed.reset()
    this.#replay.move({ to: cutoff })
    if (this.#request) this.#reopenPanels()
  }

  #stepReplay({ by, direction }: Extract<ToWorker, { type: 'replayStep' }>): void {
    if (this.#replay.isActive) this.#replay.move({ by, direction })
  }

  /** Nothing live arrives during a replay. */
  #silence(): void {
    this.#unsubscribe()
    if (this.#request) {
      this.#depth.begin(this.#view, this.#request, this.#identity)
      this.#derivatives.begin(this.#view, this.#request, this.#identity)
    }
  }

  #stopReplay(): void {
    if (!this.#replay.isActive) return
    this.#replay.stop()
    this.#replayBars = null
    this.#stopPanels()
    if (!this.#request) return
    this.#reopenPanels()
    this.#reload(true)
  }

  #showReplay({ bars, answer, gaps }: ReplayBase): void {
    const request = this.#request
    if (!request) return
    const keep = this.#window !== null
    const window = new BarWindow(bars.live, answer, request.units, request.settings, gaps)
    this.#window = window
    this.#loadingOlder = false
    this.#failures = 0
    this.#meta = metaOf(answer.meta, request, gaps)
    this.#tape = answer.meta.tape
    this.#feed.whole(window, this.#meta, keep)
    this.#replayBars = bars
    this.#seedTape(bars)
    this.#followPanels(bars)
  }

  #seedTape(bars: ReplayBars): void {
    const { window, request } = { window: this.#window, request: this.#request }
    if (!window || !request) return
    this.#isTapeStale = false
    const { trades, from } = this.#seedTimeAndSales(bars)
    this.#bigTrades.seed({ from: window.from, closedUntil: from, tail: trades }, request.settings)
  }

  #seedTimeAndSales({ cutoff, recent }: ReplayBars): { readonly trades: Trades | null; readonly from: number } {
    const { trades, from } = recent ?? { trades: null, from: cutoff.t }
    this.#timeAndSales.seed({ tail: trades, from, begin: this.#meta?.coverage?.from ?? null, end: cutoff.t })
    return { trades, from }
  }

  #askTape(query: TapeQuery | null): void {
    const isOpening = query !== null && !this.#isTapeOpen
    this.#isTapeOpen = query !== null
    this.#timeAndSales.ask(query, this.#window && endOf(this.#window, this.#meta))
    // A call ends with a whole millisecond, and the cutoff may be within one: begin with the trades of the bars.
    if (isOpening && this.#replay.isActive && this.#replayBars !== null) this.#seedTimeAndSales(this.#replayBars)
  }

  #applyReplay({ changedFrom, added }: ReplayChange, bars: ReplayBars): void {
    const { t } = bars.cutoff
    this.#isTapeStale ||= added === null
    if (added !== null && added.length > 0 && !this.#isTapeStale) {
      this.#timeAndSales.add(added)
      this.#bigTrades.add(added, t)
      this.#depth.add(added)
    }
    if (!this.#isTapeStale) this.#bigTrades.tick(t)
    if (this.#window && this.#window.bars.length > MAX_LOADED + MAX_APPENDED) return this.#reload(true)
    if (this.#window && changedFrom < this.#window.bars.length) this.#feed.changed(changedFrom, 0)
    this.#followPanels(bars)
  }

  #arrive(cutoff: Cutoff): void {
    this.#feed.flush(true)
    this.#post({ type: 'clock', view: this.#view, watermark: cutoff.t })
    this.#post({ type: 'replayed', view: this.#view, cutoff })
  }

  #showPanel(query: Partial<PanelQueries>): void {
    this.#panels = { ...this.#panels, ...query }
    if (query.heatmap !== undefined) this.#depth.showHeatmap(query.heatmap)
    if (query.ladder !== undefined) this.#depth.showLadder(query.ladder)
    if (query.derivatives !== undefined) this.#derivatives.show(query.derivatives)
  }

  #identifyPanels(): void {
    this.#depth.identify(this.#reader)
    this.#derivatives.identify(this.#reader)
  }

  /** The book and derivatives are loaded as of the cutoff, some time after it moved. */
  #followPanels(bars: ReplayBars): void {
    this.#identifyPanels()
    this.#depth.tick(bars.cutoff.t)
    this.#derivatives.tick(bars.cutoff.t)
    const wait = Math.max(0, this.#panelsAt + REPLAY_PANELS_MS - this.#tools.now())
    this.#panelsTimer ||= this.#tools.setTimer(() => {
      this.#panelsTimer = 0
      this.#panelsAt = this.#tools.now()
      if (this.#isTapeStale) this.#seedTape(bars)
      this.#reopenPanels()
    }, wait)
  }

  #stopPanels(): void {
    this.#tools.clearTimer(this.#panelsTimer)
    this.#panelsTimer = 0
  }

  /** Loads what these panels show again, without anything of another moment. */
  #reopenPanels(): void {
    const request = this.#request
    if (!request) return
    const { heatmap, ladder, derivatives } = this.#panels
    if (heatmap !== null || ladder !== null) {
      this.#depth.begin(this.#view, request, this.#reader)
      this.#seedPanels('depth')
      if (heatmap !== null) this.#depth.showHeatmap(heatmap)
      if (ladder !== null) this.#depth.showLadder(ladder)
    }
    if (derivatives === null) return
    this.#derivatives.begin(this.#view, request, this.#reader)
    this.#seedPanels('derivatives')
    this.#derivatives.show(derivatives)
    // Without a subscription, the calls are all there is.
    if (this.#replay.isActive)
      this.#derivatives.message({ op: 'derivatives_status', symbol: request.symbol, state: 'recording' })
  }

  #seedPanels(panel: 'depth' | 'derivatives'): void {
    const window = this.#window
    if (!window) return
    const now = this.#replay.asOf ?? endOf(window, this.#meta)
    const end = { now, tape: this.#tape }
    if (panel === 'depth') this.#depth.seed(end)
    else this.#derivatives.seed(end)
  }

  // ---- stream --------------------------------------------------------------------------------------------------

  /** The stream is connected: subscribe from the last entry received. */
  ready(): void {
    if (this.#replay.isActive) return this.#timeAndSales.retry()
    this.#subscribe()
    this.#timeAndSales.retry()
    this.#depth.ready()
    this.#derivatives.ready()
  }

  #subscribe(): void {
    if (!this.#window || !this.#request || this.#replay.isActive) return
    this.#resuming = true
    this.#tools.stream.send({
      op: 'subscribe',
      symbol: this.#request.symbol,
      from_seq: this.#window.live.lastSeq,
      tape: this.#tape,
    })
  }

  /** Panels subscribe to nothing during a replay. */
  #send(message: ClientMessage): void {
    if (!this.#replay.isActive || message.op.startsWith('unsubscribe')) this.#tools.stream.send(message)
  }

  #unsubscribe(): void {
    if (this.#request) this.#tools.stream.send({ op: 'unsubscribe', symbol: this.#request.symbol })
  }

  frame(frame: Frame): void {
    if (this.#replay.isActive) return
    const window = this.#window
    if (!window || this.#resuming || frame.symbol !== this.#request?.symbol) return
    if (this.#goesLive(window, frame.watermark)) return this.#reload(true)
    const change = window.live.applyFrame(frame)
    if (change.gap === null && !change.reload) {
      this.#timeAndSales.add(frame.trades)
      this.#bigTrades.add(frame.trades, frame.watermark)
      this.#depth.add(frame.trades)
      this.#depth.tick(frame.watermark)
      this.#derivatives.tick(frame.watermark)
    }
    this.#apply(change)
  }

  depthFrame(frame: DepthFrame): void {
    if (!this.#replay.isActive) this.#depth.frame(frame)
  }

  message(message: ServerMessage): void {
    if (message.op === 'error') return this.#handleError(message)
    // What is still on its way belongs to the live market.
    if (this.#replay.isActive) return
    this.#depth.message(message)
    this.#derivatives.message(message)
    if (!('symbol' in message) || message.symbol !== this.#request?.symbol) return
    const view = this.#view
    if (message.op === 'status') return this.#post({ type: 'feed', view, state: message.state, lagMs: message.lag_ms })
    const window = this.#window
    if (!window) return
    if (message.op === 'subscribed') this.#resuming = false
    // The server closes the connection of a stopping node; the next one resumes where this one ended.
    else if (message.op === 'resync' && message.reason !== 'drain') this.#reload(true)
    else if (message.op === 'clock' && this.#goesLive(window, message.watermark)) this.#reload(true)
    else if (message.op === 'clock' && !this.#resuming) {
      this.#apply(window.live.setWatermark(message.watermark))
      this.#post({ type: 'clock', view, watermark: message.watermark })
      this.#bigTrades.tick(message.watermark)
      this.#depth.tick(message.watermark)
      this.#derivatives.tick(message.watermark)
    } else if (message.op === 'revision' && !this.#resuming) {
      this.#apply(window.live.applyRevision(message))
      void this.#refreshGaps()
      void this.#timeAndSales.revised(message.from, message.to)
      this.#bigTrades.revised(message.to)
      this.#depth.revised()
    }
  }

  /** The subscription was refused: too many of them, or the server is busy. */
  #handleError(message: ServerMessage): void {
    const failure = readEnvelope(200, message)
    if (!(failure instanceof CallFailure) || REFUSALS.has(failure.kind)) return
    if (retryAfter(failure) !== null && this.#resuming) this.#retryLater(() => this.#subscribe(), failure)
  }

  /**
   * First data of a market that had none: the loaded state has no watermark to continue from, so it must be reloaded.
   */
  #goesLive(window: BarWindow, watermark: number | null): boolean {
    return window.bars.length === 0 && window.watermark === null && watermark !== null && !this.#history.isLoading
  }

  // ---- changes -------------------------------------------------------------------------------------------------

  #apply(change: LiveChange): void {
    if (this.#handleChange(change)) return
    if (!this.#window || change.changedFrom >= this.#window.bars.length) return
    if (this.#window.bars.length > MAX_LOADED + MAX_APPENDED) return this.#reload(true)
    this.#feed.changed(change.changedFrom, change.prepended)
  }

  /** Executes what a change requires; true when it contains nothing else. */
  #handleChange(change: LiveChange): boolean {
    if (change.reload) this.#reload(true)
    else if (change.gap !== null) this.#subscribe()
    else this.#refetch(change.refetch)
    return change.reload || change.gap !== null
  }

  #changeSettings(settings: IndicatorSettings): void {
    if (!this.#request) return
    const before = this.#request.settings
    this.#request = { ...this.#request, settings }
    if (!this.#window || needsNewHistory(before, settings)) return this.#reload(true)
    this.#bigTrades.change(settings)
    this.#window.reanalyze(settings)
    if (this.#meta) this.#feed.whole(this.#window, this.#meta, true)
  }

  #stopRetry(): void {
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
  }

  #post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    this.#tools.post(message, transfer)
  }
}

/** The market's current time; when nothing is live, the end of the stored data. */
function endOf(window: BarWindow, meta: ViewMeta | null): number {
  return window.watermark ?? (meta?.coverage ? meta.coverage.to + 1 : 0)
}

/** The failure as a plain object: postMessage does not preserve its class. */
export function toFailureNote({ kind, code, words, data }: CallFailure): FailureNote {
  return { kind, code, words, data }
}

/** Converts decoding errors and internal errors to a failure the page can show. */
function toCallFailure(error: unknown): CallFailure {
  if (error instanceof OrderflowError) return new CallFailure('unreadable', error.code, '')
  return new CallFailure('unknown', '', String(error))
}
