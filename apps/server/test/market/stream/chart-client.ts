import type { ServerMessages, ServerOp } from '@flowprint/contract'
import { LiveBars, decodeAnswer } from '@flowprint/orderflow'
import type { Answer, Bars, Frame, LiveChange, Refetch } from '@flowprint/orderflow'
import { StreamClient } from './stream-client.ts'

export interface ChartView {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
  readonly limit?: number
}

/** A chart as in the browser: history by HTTP, then the stream, by the rules of CONTRACT section 1. */
export class ChartClient {
  readonly #url: string
  readonly #view: ChartView
  #live: LiveBars | null = null
  #stream: StreamClient | null = null
  #work: Promise<void> = Promise.resolve()
  /** Loads of the whole history, the first one included. */
  loads = 0
  refetches = 0
  resyncs: string[] = []

  constructor(url: string, view: ChartView) {
    this.#url = url
    this.#view = view
  }

  get live(): LiveBars {
    if (this.#live === null) throw new Error('nothing is loaded yet')
    return this.#live
  }

  get bars(): Bars {
    return this.live.bars()
  }

  async start(): Promise<void> {
    await this.#load()
    await this.connect()
  }

  /** Drops the connection; later frames are missed. */
  drop(): void {
    this.#stream?.close()
    this.#stream = null
  }

  async connect(): Promise<void> {
    const stream = await StreamClient.open(this.#url)
    this.#stream = stream
    stream.onFrame = (frame) => this.#inTurn(stream, () => this.#takeFrame(frame))
    stream.onMessage = (message) => this.#inTurn(stream, () => this.#takeMessage(message))
    this.#subscribe()
  }

  /** Waits until log and clock have reached this point and all requests are answered. */
  async reached(seq: number, watermark = -Infinity): Promise<void> {
    const isThere = () => this.live.lastSeq >= seq && this.live.watermark >= watermark && this.live.stale().length === 0
    for (let turn = 0; !isThere(); turn++) {
      if (turn > 1000) throw new Error(this.#describe(seq, watermark))
      await this.#work
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await this.#work
  }

  #describe(seq: number, watermark: number): string {
    const at = `stuck at ${this.live.lastSeq} of ${seq}, ${this.live.watermark} of ${watermark}`
    return `${at}; stale ${JSON.stringify(this.live.stale())}; ${JSON.stringify(this.#stream?.messages.slice(-4))}`
  }

  faults(): string[] {
    return this.#stream?.faults ?? []
  }

  /** What arrived is handled in order, loads included. */
  #inTurn(stream: StreamClient, step: () => Promise<void>): void {
    this.#work = this.#afterWork(stream, step)
  }

  async #afterWork(stream: StreamClient, step: () => Promise<void>): Promise<void> {
    await this.#work
    if (this.#stream === stream) await step()
  }

  async #takeFrame(frame: Frame): Promise<void> {
    await this.#follow(this.live.applyFrame(frame))
  }

  async #takeMessage(message: ServerMessages[ServerOp]): Promise<void> {
    if (message.op === 'clock') await this.#follow(this.live.setWatermark(message.watermark))
    if (message.op === 'revision') {
      const { first_seq, seq, from, to } = message
      await this.#follow(
        this.live.applyRevision({ seq, from, to, ...(first_seq === undefined ? {} : { firstSeq: first_seq }) }),
      )
    }
    if (message.op === 'resync') {
      this.resyncs.push(message.reason)
      await this.#load()
      this.#subscribe()
    }
  }

  async #follow(change: LiveChange): Promise<void> {
    if (change.reload) {
      await this.#load()
      this.#subscribe()
    } else if (change.gap !== null) {
      this.#subscribe()
    }
    for (const range of change.refetch) await this.#refetch(range)
  }

  #subscribe(): void {
    this.#stream?.send({ op: 'subscribe', symbol: this.#view.symbol, from_seq: this.live.lastSeq, tape: this.#tape })
  }

  #tape = ''

  async #load(): Promise<void> {
    const answer = await this.#fetch({ limit: this.#view.limit ?? 500 })
    this.loads += 1
    this.#tape = answer.meta.tape
    this.#live = new LiveBars(answer)
  }

  async #refetch({ from, to }: Refetch): Promise<void> {
    this.refetches += 1
    const answer = await this.#fetch({ from: from ?? 0, ...(to === null ? {} : { to }) })
    const change = this.live.load(answer)
    if (this.refetches > 200) throw new Error(`asks without end for ${from} to ${to}: ${JSON.stringify(change)}`)
    await this.#follow(change)
  }

  async #fetch(window: Record<string, number>): Promise<Answer> {
    const { symbol, cycle, precision } = this.#view
    const query = new URLSearchParams({ symbol, cycle, precision })
    for (const [name, value] of Object.entries(window)) query.set(name, String(value))
    const response = await fetch(`${this.#url}/api/footprint?${query}`)
    if (!response.ok) throw new Error(`/footprint answered ${response.status}: ${await response.text()}`)
    return decodeAnswer(new Uint8Array(await response.arrayBuffer()))
  }
}
