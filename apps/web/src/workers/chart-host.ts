import type { ServerMessage } from '@flowprint/contract'
import { CallFailure, readEnvelope } from '../shared/http/envelope.ts'
import { ChartClient, REFUSALS, type SessionTools, toFailureNote } from './chart-client.ts'
import type {
  BroadcastMessage,
  Connection,
  FailureNote,
  FromMarketWorker,
  FromWorker,
  ToMarketWorker,
} from './protocol.ts'
import { StreamHub } from './stream-hub.ts'

interface HostTools extends Omit<SessionTools, 'post'> {
  post(message: FromMarketWorker, transfer: ArrayBuffer[]): void
}

/**
 * All charts of a page in one worker: one ChartClient each, and one stream for all. What concerns the page, not a chart,
 * is handled here, once (docs/decisions/one-market-worker.md).
 */
export class ChartHost {
  readonly #tools: HostTools
  readonly #hub: StreamHub
  /** By number, the oldest first. */
  readonly #charts = new Map<number, ChartClient>()
  readonly #watched = new Map<number, readonly string[]>()
  /** Charts that show the past: until all are live again nothing is watched. */
  readonly #replaying = new Set<number>()
  /** The newest of each message that all charts show. */
  #connection: BroadcastMessage | null = null
  #offset: BroadcastMessage | null = null
  /** The page has been told that its user was refused. */
  #isRefused = false
  #token: string | null = null

  constructor(tools: HostTools) {
    this.#tools = tools
    this.#hub = new StreamHub(tools.stream)
  }

  receive(message: ToMarketWorker): void {
    switch (message.type) {
      case 'watch':
        this.#watched.set(message.chart, message.symbols)
        if (this.#replaying.size === 0) this.#watch()
        return
      case 'close':
        return this.#close(message.chart)
      case 'online':
        for (const chart of this.#charts.values()) chart.receive(message)
        return
      case 'identity':
        return this.#identify(message)
      case 'open':
        if (!this.#charts.has(message.chart)) this.#add(message.chart)
        break
      case 'replay':
        // Before its first market, a chart can be told that it will show the past.
        if (!this.#charts.has(message.chart)) this.#add(message.chart)
        this.#changeReplaying(message.chart, message.cutoff !== null)
    }
    if (message.type === 'open') this.#token = message.identity.token
    if (message.type === 'open' || message.type === 'retry') this.#isRefused = false
    this.#charts.get(message.chart)?.receive(message)
  }

  // ---- stream --------------------------------------------------------------------------------------------------

  connection(state: Connection, retryAt: number | null): void {
    this.#post((this.#connection = { type: 'connection', state, retryAt }))
  }

  /** The stream is connected: everything is subscribed again. */
  ready(): void {
    if (this.#replaying.size === 0 && this.#watchedSymbols.length > 0) this.#watch()
    this.#hub.ready()
  }

  frame(bytes: Uint8Array): void {
    this.#hub.frame(bytes)
  }

  message(message: ServerMessage): void {
    switch (message.op) {
      case 'welcome':
      case 'pong':
        return this.#post((this.#offset = { type: 'offset', offsetMs: message.server_time - this.#tools.now() }))
      case 'alert':
        return this.#postOnce({ type: 'alert', event: message.event })
      case 'summary':
        // What is still on its way belongs to the live market.
        if (this.#replaying.size > 0) return
        return this.#postOnce({ type: 'summaries', list: message.list })
      case 'error': {
        // The stream also reports when a session ends or a permission is revoked.
        const failure = readEnvelope(200, message)
        if (failure instanceof CallFailure && REFUSALS.has(failure.kind)) return this.#refuse(toFailureNote(failure))
      }
    }
    this.#hub.message(message)
  }

  // ---- charts --------------------------------------------------------------------------------------------------

  #add(number: number): void {
    // All others know these.
    if (this.#connection) this.#post(this.#connection)
    if (this.#offset) this.#post(this.#offset)
    const post = (message: FromWorker, transfer: ArrayBuffer[]) => {
      if (message.type === 'refused') this.#refuse(message.failure)
      // Answers of a closed chart.
      else if ('view' in message && this.#charts.has(number)) this.#post({ ...message, chart: number }, transfer)
    }
    this.#charts.set(
      number,
      this.#hub.add((stream) => new ChartClient({ ...this.#tools, stream, post })),
    )
  }

  #close(number: number): void {
    this.#changeReplaying(number, false)
    if (this.#watched.delete(number) && this.#replaying.size === 0) this.#watch()
    const chart = this.#charts.get(number)
    if (!chart) return
    this.#charts.delete(number)
    chart.close()
    this.#hub.remove(chart)
  }

  get #watchedSymbols(): string[] {
    return [...new Set([...this.#watched.values()].flat())]
  }

  #watch(): void {
    this.#tools.stream.send({ op: 'watch', symbols: this.#watchedSymbols })
  }

  #changeReplaying(chart: number, isReplaying: boolean): void {
    const before = this.#replaying.size
    if (isReplaying) this.#replaying.add(chart)
    else this.#replaying.delete(chart)
    if (before > 0 === this.#replaying.size > 0 || this.#watchedSymbols.length === 0) return
    if (isReplaying) this.#tools.stream.send({ op: 'watch', symbols: [] })
    else this.#watch()
  }

  /** The token was replaced, or another user signed in: what was refused is loaded again. */
  #identify(message: Extract<ToMarketWorker, { type: 'identity' }>): void {
    const { token } = message.identity
    if (token === this.#token) return
    this.#token = token
    const wasRefused = this.#isRefused
    this.#isRefused = false
    for (const chart of this.#charts.values()) {
      chart.receive(message)
      if (wasRefused) chart.retry()
    }
  }

  /** All charts are refused together; the page reacts once. */
  #refuse(failure: FailureNote): void {
    if (this.#isRefused) return
    this.#isRefused = true
    this.#post({ type: 'refused', failure })
  }

  /** The page receives it once, whatever the number of charts. */
  #postOnce(message: Extract<FromWorker, { type: 'alert' | 'summaries' }>): void {
    const [oldest] = this.#charts.keys()
    if (oldest !== undefined) this.#post({ ...message, chart: oldest })
  }

  #post(message: FromMarketWorker, transfer: ArrayBuffer[] = []): void {
    this.#tools.post(message, transfer)
  }
}
