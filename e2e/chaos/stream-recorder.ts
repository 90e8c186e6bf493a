import { setTimeout as sleep } from 'node:timers/promises'
import { decodeFrame, idText } from '@flowprint/orderflow'

/** Stream client that records the id of every trade the server sent it, by symbol. */
export class StreamRecorder {
  readonly ids = new Map<string, Set<string>>()
  frames = 0
  revisions = 0
  resyncs = 0
  reconnects = 0
  readonly #url: string
  readonly #token: string
  #socket: WebSocket | null = null
  #ended = false

  constructor(url: string, token: string, symbols: readonly string[]) {
    this.#token = token
    this.#url = `${url.replace(/^http/, 'ws')}/api/stream`
    for (const symbol of symbols) this.ids.set(symbol, new Set())
    void this.#run()
  }

  close(): void {
    this.#ended = true
    this.#socket?.close()
  }

  /** Reconnects after every disconnect, as a browser client does. */
  async #run(): Promise<void> {
    while (!this.#ended) {
      await this.#connect()
      this.reconnects += 1
      await sleep(200)
    }
  }

  #connect(): Promise<void> {
    return new Promise((done) => {
      const socket = new WebSocket(this.#url)
      this.#socket = socket
      socket.binaryType = 'arraybuffer'
      socket.onclose = () => done()
      socket.onerror = () => socket.close()
      socket.onopen = () => {
        socket.send(JSON.stringify({ op: 'hello', authorization: this.#token, language: 'en', version: 1 }))
        this.#subscribe(...this.ids.keys())
      }
      socket.onmessage = ({ data }) =>
        typeof data === 'string' ? this.#handleMessage(data) : this.#handleFrame(new Uint8Array(data as ArrayBuffer))
    })
  }

  #subscribe(...symbols: string[]): void {
    for (const symbol of symbols) this.#socket?.send(JSON.stringify({ op: 'subscribe', symbol }))
  }

  #handleMessage(text: string): void {
    const { op, symbol } = JSON.parse(text) as { op: string; symbol?: string }
    if (op === 'revision') this.revisions += 1
    if (op !== 'resync' || symbol === undefined) return
    this.resyncs += 1
    this.#subscribe(symbol)
  }

  #handleFrame(bytes: Uint8Array): void {
    const { symbol, trades } = decodeFrame(bytes)
    const ids = this.ids.get(symbol)
    this.frames += 1
    for (let i = 0; i < trades.length; i++) ids?.add(idText(trades, i))
  }
}
