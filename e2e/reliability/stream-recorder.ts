import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage, FeedState, ServerMessage } from '@flowprint/contract'
import { decodeDepthFrame, decodeFrame, idText, isDepthFrame } from '@flowprint/orderflow'
import { callApi } from './call-api.ts'

/** What the stream sent of one market. */
export interface RecordedMarket {
  /** When each trade was received, by its id, ms of the machine's clock. */
  readonly receivedAt: Map<string, number>
  /** Ranges [from, to) that the server asked to load again, ms of market time. */
  readonly revised: { readonly from: number; readonly to: number }[]
  /** Until when the history was loaded again after a resync; -Infinity: never. */
  reloadedTo: number
  /** The last entry of the log; null before the first. */
  lastSeq: number | null
  readonly states: { readonly state: FeedState; readonly at: number }[]
  readonly depth: RecordedDepth
}

/** The depth log as the stream sent it. */
export interface RecordedDepth {
  /** Encoded frames by seq. */
  readonly frames: Map<number, Uint8Array>
  /** The last entry; null before the subscription. */
  lastSeq: number | null
  /** Entries after `after`, up to `to`, that the server asked to skip by loading the book. */
  readonly skipped: { readonly after: number; readonly to: number }[]
}

/** Without a message for this long, not even a pong, the connection is considered dead. */
const SILENCE_MS = 4_000
const PING_MS = 1_000
const RECONNECT_MS = 200

/**
 * Stream client that stays connected through its own reconnects, each time to the next server, and resumes with
 * `from_seq`. Records every trade and every error in the order of the log.
 */
export class StreamRecorder {
  readonly markets = new Map<string, RecordedMarket>()
  /** Entries that were sent twice, or skipped. */
  readonly faults: string[] = []
  frames = 0
  revisions = 0
  resyncs = 0
  reconnects = 0
  /** Ids of the alerts received. */
  readonly alerts = new Set<number>()
  readonly #urls: readonly string[]
  readonly #token: string
  #socket: WebSocket | null = null
  #ended = false

  constructor(urls: readonly string[], token: string, symbols: readonly string[]) {
    this.#token = token
    this.#urls = urls
    for (const symbol of symbols) {
      this.markets.set(symbol, {
        receivedAt: new Map(),
        revised: [],
        reloadedTo: -Infinity,
        lastSeq: null,
        states: [],
        depth: { frames: new Map(), lastSeq: null, skipped: [] },
      })
    }
    void this.#run()
  }

  /** The server of the current connection. */
  get url(): string {
    return this.#urls[this.reconnects % this.#urls.length]
  }

  close(): void {
    this.#ended = true
    this.#socket?.close()
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      await this.#connect()
      this.reconnects += 1
      await sleep(RECONNECT_MS)
    }
  }

  #connect(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/api/stream`)
    this.#socket = socket
    let heardAt = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - heardAt > SILENCE_MS) return end()
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op: 'ping' }))
    }, PING_MS)
    // A frozen server never completes a closing handshake.
    const end = (): void => {
      clearInterval(timer)
      if (this.#socket === socket) this.#socket = null
      socket.close()
      resolve()
    }
    socket.binaryType = 'arraybuffer'
    socket.onclose = end
    socket.onerror = end
    socket.onopen = () => {
      socket.send(JSON.stringify({ op: 'hello', authorization: this.#token, language: 'en', version: 1 }))
      for (const symbol of this.markets.keys()) {
        this.#subscribe(symbol)
        this.#subscribeDepth(symbol)
      }
    }
    socket.onmessage = ({ data }) => {
      heardAt = Date.now()
      if (this.#socket !== socket) return
      if (typeof data === 'string') this.#handleMessage(JSON.parse(data) as ServerMessage)
      else this.#handleFrame(new Uint8Array(data as ArrayBuffer))
    }
    return promise
  }

  #subscribe(symbol: string): void {
    const lastSeq = this.markets.get(symbol)?.lastSeq ?? null
    const from = lastSeq === null ? {} : { from_seq: lastSeq }
    this.#socket?.send(JSON.stringify({ op: 'subscribe', symbol, ...from }))
  }

  #subscribeDepth(symbol: string): void {
    const lastSeq = this.markets.get(symbol)?.depth.lastSeq ?? null
    const from = lastSeq === null ? {} : { from_seq: lastSeq }
    this.#socket?.send(JSON.stringify({ op: 'subscribe_depth', symbol, ...from }))
  }

  #handleMessage(message: ServerMessage): void {
    switch (message.op) {
      case 'subscribed': {
        const market = this.markets.get(message.symbol)
        if (market !== undefined) market.lastSeq ??= message.last_seq
        return
      }
      case 'revision': {
        this.revisions += 1
        this.#advance(message.symbol, message.first_seq ?? message.seq, message.seq)
        this.markets.get(message.symbol)?.revised.push({ from: message.from, to: message.to })
        return
      }
      case 'status':
        return void this.markets.get(message.symbol)?.states.push({ state: message.state, at: Date.now() })
      case 'depth_subscribed': {
        const depth = this.markets.get(message.symbol)?.depth
        if (depth !== undefined) depth.lastSeq ??= message.last_seq
        return
      }
      case 'depth_resync':
        if (message.reason !== 'drain') void this.#reloadBook(message.symbol, this.#socket)
        return
      case 'alert':
        return void this.alerts.add(message.event.id)
      case 'resync':
        this.resyncs += 1
        // A draining node closes the connection; nothing needs to be loaded again.
        if (message.reason !== 'drain') void this.#reload(message.symbol, this.#socket)
    }
  }

  /** Loads the history again, as a chart does, and resumes from its last entry. */
  async #reload(symbol: string, socket: WebSocket | null): Promise<void> {
    const market = this.markets.get(symbol)
    while (market !== undefined && this.#socket === socket && socket !== null) {
      try {
        const { last_seq: lastSeq, to } = await callApi<Coverage>(this.url, this.#token, 'coverage', { symbol })
        market.lastSeq = lastSeq
        market.reloadedTo = Math.max(market.reloadedTo, to ?? -Infinity)
        return this.#subscribe(symbol)
      } catch {
        await sleep(RECONNECT_MS)
      }
    }
  }

  /** Loads the book again, as a ladder does, and resumes from its entry. */
  async #reloadBook(symbol: string, socket: WebSocket | null): Promise<void> {
    const depth = this.markets.get(symbol)?.depth
    while (depth !== undefined && this.#socket === socket && socket !== null) {
      try {
        const { seq } = await callApi<{ seq: number }>(this.url, this.#token, 'book', { symbol })
        if (depth.lastSeq !== null && seq > depth.lastSeq) depth.skipped.push({ after: depth.lastSeq, to: seq })
        depth.lastSeq = seq
        return this.#subscribeDepth(symbol)
      } catch {
        await sleep(RECONNECT_MS)
      }
    }
  }

  #handleDepth(bytes: Uint8Array): void {
    const { symbol, seq } = decodeDepthFrame(bytes)
    const depth = this.markets.get(symbol)?.depth
    if (depth === undefined) return
    if (depth.lastSeq !== null && seq !== depth.lastSeq + 1)
      this.faults.push(`${symbol}: depth ${seq} followed ${depth.lastSeq}`)
    depth.lastSeq = seq
    depth.frames.set(seq, bytes)
  }

  #handleFrame(bytes: Uint8Array): void {
    if (isDepthFrame(bytes)) return this.#handleDepth(bytes)
    const { symbol, trades, firstSeq, lastSeq } = decodeFrame(bytes)
    const market = this.markets.get(symbol)
    if (market === undefined) return
    this.frames += 1
    this.#advance(symbol, firstSeq, lastSeq)
    const now = Date.now()
    for (let i = 0; i < trades.length; i++) {
      const id = idText(trades, i)
      if (market.receivedAt.has(id)) this.faults.push(`${symbol}: trade ${id} was sent twice`)
      else market.receivedAt.set(id, now)
    }
  }

  #advance(symbol: string, firstSeq: number, lastSeq: number): void {
    const market = this.markets.get(symbol)
    if (market === undefined) return
    if (market.lastSeq !== null && firstSeq !== market.lastSeq + 1)
      this.faults.push(`${symbol}: entry ${firstSeq} followed ${market.lastSeq}`)
    market.lastSeq = lastSeq
  }
}
