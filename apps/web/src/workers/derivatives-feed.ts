import type { ClientMessage, LiquidationRow, Liquidations, ServerMessage } from '@flowprint/contract'
import { barStart, type Bars, type BarTimes, cycleMsOf, dayEndOf, type UnixMs } from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import { Covers } from './derivatives/covers.ts'
import { type DerivativesCalls, type DerivativesRange, entryOf } from './derivatives/derivatives-calls.ts'
import { LargestFeed } from './derivatives/largest-feed.ts'
import { LiquidationSums, type LiveLiquidation } from './derivatives/liquidation-sums.ts'
import { StatRows } from './derivatives/stat-rows.ts'
import { sumByBar } from './derivatives/sum-by-bar.ts'
import type {
  DerivativesQuery,
  DerivativesViewState,
  FromWorker,
  LatestStat,
  LiquidationBars,
  ViewRequest,
} from './protocol.ts'

/** The page is updated at most this often: the newest values come once a second. */
const UPDATE_INTERVAL_MS = 500
/** After a failed call. */
const RETRY_MS = 3000

type Kind = 'liquidations' | 'openInterest' | 'funding'
const KINDS: readonly Kind[] = ['liquidations', 'openInterest', 'funding']

/** The bars that the page shows: those from index `first` on. */
interface ShownBars {
  readonly bars: Pick<Bars, 't' | 'length' | 'cycleMs'>
  readonly first: number
}

export interface DerivativesTools extends DerivativesCalls {
  /** null: none are loaded yet. */
  shownBars(): ShownBars | null
  send(message: ClientMessage): void
  post(message: FromWorker, transfer?: ArrayBuffer[]): void
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/**
 * Liquidations, open interest and funding of one chart, active only while the page shows a pane or the marks of them:
 * loads what the bars on the page need, continues it with the stream, and sends one value per bar.
 */
export class DerivativesFeed {
  readonly #tools: DerivativesTools
  readonly #sums = new LiquidationSums()
  readonly #covers = new Covers()
  readonly #stats = { openInterest: new StatRows(), funding: new StatRows() }
  readonly #largest: LargestFeed
  #view = 0
  #request: ViewRequest | null = null
  #identity: CallIdentity = { language: 'zh', token: null }
  #query: DerivativesQuery | null = null
  /** The market's current time; null before the chart's first answer. */
  #now: UnixMs | null = null
  #tape: string | undefined
  /** Everything from here on is loaded, ms; absent: nothing. */
  #loadedFrom: { [Name in Kind]?: number } = {}
  /** What is being loaded. */
  readonly #loading = new Set<Kind>()
  #completeness: Liquidations['completeness'] = null
  #latest: LatestStat | null = null
  /** Everything before was received. */
  #until: UnixMs = -Infinity
  #isSubscribed = false
  /** The server has confirmed the subscription. */
  #isConfirmed = false
  /** The stream had liquidations up to here when it was subscribed, and the loaded sums may end before. */
  #subscribedSeq: number | null = null
  #recording: 'recording' | 'lost' | 'off' | null = null
  #hasFailed = false
  #sentState: DerivativesViewState | null = null
  #abort = new AbortController()
  #retryTimer = 0
  #timer = 0
  #isBusy = false
  #isDirty = false

  constructor(tools: DerivativesTools) {
    this.#tools = tools
    this.#largest = new LargestFeed({
      load: (range, signal) => {
        if (!this.#request) throw new Error('Nothing was opened')
        return tools.loadLargest(this.#request, range, this.#identity, signal)
      },
      post: (list) => tools.post({ type: 'largest', view: this.#view, list }),
      onFailure: () => this.#fail(),
    })
  }

  /** Another chart: discards everything of the last one. */
  begin(view: number, request: ViewRequest, identity: CallIdentity): void {
    this.#close()
    this.#view = view
    this.#request = request
    this.#identity = identity
    this.#query = null
    this.#now = null
    this.#tape = undefined
    this.#isBusy = false
  }

  identify(identity: CallIdentity): void {
    this.#identity = identity
  }

  /** Called when the chart's history was loaded or reloaded. `tape`: of the chart. */
  seed({ now, tape }: { readonly now: UnixMs; readonly tape: string }): void {
    const isOtherTape = this.#tape !== undefined && this.#tape !== tape
    this.#now = now
    this.#tape = tape
    if (isOtherTape) this.#close()
    this.#follow()
  }

  /** The page received older bars. */
  older(): void {
    this.#follow()
  }

  /** The market's current time. */
  tick(watermark: UnixMs | null): void {
    if (watermark !== null) this.#now = watermark
  }

  /** What the page shows; null: nothing. */
  show(query: DerivativesQuery | null): void {
    this.#query = query
    if (query === null) return this.#close()
    this.#follow()
    this.#flushLater()
  }

  /** The page has drawn the last values. */
  taken(): void {
    this.#isBusy = false
    if (this.#isDirty) this.#flushLater()
  }

  // ---- stream --------------------------------------------------------------------------------------------------

  /** The stream is connected: what came while it was not is loaded. */
  ready(): void {
    if (!this.#isSubscribed) return
    const wasFollowing = this.#isConfirmed
    this.#subscribe()
    if (wasFollowing) this.#reload()
  }

  message(message: ServerMessage): void {
    if (!('symbol' in message) || message.symbol !== this.#request?.symbol || !this.#isSubscribed) return
    switch (message.op) {
      case 'derivatives_subscribed':
        this.#isConfirmed = true
        this.#subscribedSeq = message.last_seq
        return this.#closeRace()
      case 'derivatives_status':
        return this.#changeRecording(message.state)
      case 'derivatives_resync':
        // The server closes the connection of a stopping node.
        if (message.reason === 'drain') return
        this.#subscribe()
        return this.#reload()
      case 'liquidations':
        return this.#receive(message.list, message.until)
      case 'market_stat': {
        const { ts, open_interest, funding_rate, next_funding, mark_price, index_price } = message
        this.#latest = { ts, open_interest, funding_rate, next_funding, mark_price, index_price }
        if (open_interest !== null) this.#setNewest('openInterest', ts, open_interest)
        if (funding_rate !== null) this.#setNewest('funding', ts, funding_rate)
        return this.#flushLater()
      }
    }
  }

  #receive(list: readonly LiquidationRow[], until: UnixMs): void {
    const cycleMs = this.#cycleMs
    const live = list.map((row): LiveLiquidation => {
      const [seq, ts] = row
      return { seq, ts, entry: entryOf(row, cycleMs > 0 ? barStart(ts, cycleMs) : ts) }
    })
    this.#sums.add(live)
    this.#largest.add(list)
    this.#until = Math.max(this.#until, until)
    if (this.#isCovering) this.#covers.extend(until, this.#completeness ?? 'all')
    // The first ones of the market: now the server knows their coverage.
    if (list.length > 0 && this.#completeness === null && this.#loadedFrom.liquidations !== undefined) this.#reload()
    this.#flushLater()
  }

  /** Without interruption since the loaded coverage; null completeness: nothing was ever received. */
  get #isCovering(): boolean {
    return this.#recording === 'recording' && this.#completeness !== null && this.#loadedFrom.liquidations !== undefined
  }

  #setNewest(kind: 'openInterest' | 'funding', ts: UnixMs, text: string): void {
    const rows = this.#stats[kind]
    if (rows.intervalMs > 0) rows.set(barStart(ts, rows.intervalMs), Number(text))
  }

  #changeRecording(state: 'recording' | 'lost' | 'off'): void {
    const isResumed = state === 'recording' && this.#recording !== null && this.#recording !== 'recording'
    this.#recording = state
    // Only the server knows when the coverage ended and began again.
    if (isResumed) this.#reload()
    this.#flushLater()
  }

  /** Loads again when liquidations were stored after the answer and before the subscription. */
  #closeRace(): void {
    const seq = this.#subscribedSeq
    if (seq === null || this.#loadedFrom.liquidations === undefined || this.#loading.has('liquidations')) return
    this.#subscribedSeq = null
    if (this.#sums.lastSeq < seq) this.#reload()
  }

  // ---- the past ------------------------------------------------------------------------------------------------

  get #cycleMs(): number {
    return cycleMsOf(this.#request?.cycle ?? '') ?? 0
  }

  #isWanted(kind: Kind): boolean {
    return this.#query?.[kind] === true
  }

  #follow(): void {
    if (this.#query === null || this.#now === null || this.#retryTimer !== 0) return
    if (!this.#isSubscribed) this.#subscribe()
    this.#largest.show(this.#query.marks)
    for (const kind of KINDS) if (this.#isWanted(kind)) void this.#loadMissing(kind)
  }

  #subscribe(): void {
    if (!this.#request) return
    this.#isSubscribed = true
    this.#isConfirmed = false
    this.#subscribedSeq = null
    this.#tools.send({ op: 'subscribe_derivatives', symbol: this.#request.symbol })
  }

  async #loadMissing(kind: Kind): Promise<void> {
    const shown = this.#tools.shownBars()
    const request = this.#request
    if (request === null || shown === null || shown.first >= shown.bars.length || this.#loading.has(kind)) return
    const from = Math.floor(shown.bars.t[shown.first])
    const to = this.#loadedFrom[kind] ?? null
    if (to !== null && to <= from) return
    const { signal } = this.#abort
    this.#loading.add(kind)
    try {
      if (kind === 'liquidations') await this.#loadLiquidations(request, { from, to }, signal)
      else await this.#loadStats(kind, request, { from, to }, signal)
    } catch {
      if (!signal.aborted) this.#fail()
      return
    } finally {
      if (!signal.aborted) this.#loading.delete(kind)
    }
    if (signal.aborted) return
    this.#loadedFrom[kind] = from
    this.#hasFailed = false
    this.#flushLater()
    if (kind === 'liquidations') this.#closeRace()
    // Older bars may have been loaded during the call.
    void this.#loadMissing(kind)
  }

  async #loadLiquidations(request: ViewRequest, range: DerivativesRange, signal: AbortSignal): Promise<void> {
    const { from, to } = range
    const answer = await this.#tools.loadLiquidations(request, range, this.#identity, signal)
    if (signal.aborted) return
    this.#covers.replace(from, to ?? Infinity, answer.coverage)
    if (to === null) {
      this.#completeness = answer.completeness
      this.#sums.replace(from, answer.lastSeq, answer.entries)
      if (this.#recording === 'recording' && answer.completeness !== null && this.#until > -Infinity)
        this.#covers.extend(this.#until, answer.completeness)
    } else this.#sums.prepend(from, to, answer.lastSeq, answer.entries)
  }

  async #loadStats(
    kind: 'openInterest' | 'funding',
    request: ViewRequest,
    range: DerivativesRange,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.#now ?? range.from
    const load =
      kind === 'openInterest'
        ? this.#tools.loadOpenInterest.bind(this.#tools)
        : this.#tools.loadFunding.bind(this.#tools)
    const rows = this.#stats[kind]
    const { intervalMs, rows: loaded } = await load(request, range, now, this.#identity, signal)
    if (signal.aborted) return
    if (range.to === null) rows.replace(intervalMs, loaded)
    else if (intervalMs === rows.intervalMs) rows.prepend(loaded)
    // Long bars of trades need longer rows the further back they reach.
    else {
      const whole = await load(request, { from: range.from, to: null }, now, this.#identity, signal)
      if (!signal.aborted) rows.replace(whole.intervalMs, whole.rows)
    }
  }

  /** Loads everything again; the page keeps its values until then. */
  #reload(): void {
    this.#stopLoading()
    this.#loadedFrom = {}
    this.#hasFailed = false
    this.#largest.reload()
    this.#follow()
    this.#flushLater()
  }

  #stopLoading(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#loading.clear()
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
  }

  #close(): void {
    if (this.#isSubscribed && this.#request) {
      this.#tools.send({ op: 'unsubscribe_derivatives', symbol: this.#request.symbol })
    }
    this.#stopLoading()
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    this.#isDirty = false
    this.#isSubscribed = false
    this.#isConfirmed = false
    this.#subscribedSeq = null
    this.#recording = null
    this.#hasFailed = false
    this.#sentState = null
    this.#loadedFrom = {}
    this.#completeness = null
    this.#latest = null
    this.#until = -Infinity
    this.#sums.clear()
    this.#covers.clear()
    this.#stats.openInterest.clear()
    this.#stats.funding.clear()
    this.#largest.stop()
  }

  #fail(): void {
    this.#hasFailed = true
    this.#flushLater()
    if (this.#retryTimer !== 0) return
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      if (this.#hasFailed) this.#reload()
    }, RETRY_MS)
  }

  // ---- page ----------------------------------------------------------------------------------------------------

  get #state(): DerivativesViewState {
    if (this.#hasFailed) return 'failed'
    const isLoading = KINDS.some((kind) => this.#isWanted(kind) && this.#loadedFrom[kind] === undefined)
    if (isLoading && this.#sentState !== 'ready') return 'loading'
    return this.#recording === 'off' || this.#recording === 'lost' ? this.#recording : 'ready'
  }

  #flushLater(): void {
    if (this.#query === null) return
    this.#isDirty = true
    this.#timer ||= this.#tools.setTimer(() => {
      this.#timer = 0
      if (!this.#isBusy) this.#flush()
    }, UPDATE_INTERVAL_MS)
  }

  #flush(): void {
    this.#isDirty = false
    const shown = this.#tools.shownBars()
    if (shown === null || this.#query === null) return
    const times = barTimes(shown, Math.max(this.#until, this.#now ?? -Infinity))
    const loaded = (kind: Kind) => this.#isWanted(kind) && this.#loadedFrom[kind] !== undefined
    const liquidations = loaded('liquidations') ? this.#sumByBar(times) : null
    const openInterest = loaded('openInterest') ? this.#stats.openInterest.valuesOf(times) : null
    const funding = loaded('funding') ? this.#stats.funding.valuesOf(times) : null
    const state = this.#state
    const t = times.starts
    this.#sentState = state
    this.#isBusy = true
    this.#tools.post(
      {
        type: 'derivatives',
        view: this.#view,
        state,
        completeness: this.#completeness,
        latest: this.#latest,
        t,
        liquidations,
        openInterest,
        funding,
      },
      [t, liquidations?.long, liquidations?.short, liquidations?.known, openInterest, funding].flatMap((column) =>
        column ? [column.buffer as ArrayBuffer] : [],
      ),
    )
  }

  #sumByBar(times: BarTimes): LiquidationBars {
    // The newest bar is known as far as liquidations were received.
    const last = times.starts.at(-1) ?? 0
    const known = this.#covers.judge({ ...times, end: Math.max(last, Math.min(times.end, this.#until)) })
    return sumByBar(this.#sums.entries(), known, times.starts)
  }
}

/** When the shown bars begin and end; the newest of those without a fixed length lasts until `now`. */
function barTimes({ bars: { t, length, cycleMs }, first }: ShownBars, now: UnixMs): BarTimes {
  const starts = Float64Array.from(t.subarray(first, length))
  const last = starts.at(-1) ?? 0
  if (cycleMs > 0) return { starts, end: last + cycleMs, cycleMs }
  return { starts, end: Math.max(last, Math.min(now, dayEndOf(Math.floor(last)))) }
}
