import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage } from '@flowprint/contract'
import { callApi } from '../reliability/call-api.ts'

const CYCLES = ['1m', '5m', '15m', '1h'] as const
const MIN_STAY_MS = 5_000
const MAX_STAY_MS = 30_000
/** Between the first visits of two viewers. */
const START_PAUSE_MS = 500
const OPEN_TIMEOUT_MS = 10_000

/**
 * Users who open the chart of one market after the other: history, big trades, a profile and a stream, which they close
 * again. What a node does not release after a visit accumulates.
 */
export class Viewers {
  visits = 0
  /** Visits that failed; the viewer tries again. */
  failures = 0
  frames = 0
  /** Why they failed, each reason once. */
  readonly reasons = new Set<string>()
  readonly #url: string
  readonly #token: string
  readonly #symbols: readonly string[]
  readonly #precisions: ReadonlyMap<string, string>
  readonly #end = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  /** `precisions`: of the charts, by symbol. */
  constructor(url: string, token: string, precisions: ReadonlyMap<string, string>) {
    this.#url = url
    this.#token = token
    this.#precisions = precisions
    this.#symbols = [...precisions.keys()]
  }

  start(count: number): void {
    this.#running = Promise.all(Array.from({ length: count }, (_, i) => this.#run(i)))
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(first: number): Promise<void> {
    await sleep(first * START_PAUSE_MS)
    for (let visit = first; !this.#end.signal.aborted; visit++) {
      const symbol = this.#symbols[visit % this.#symbols.length]
      try {
        await this.#visit(symbol, CYCLES[Math.floor(visit / this.#symbols.length) % CYCLES.length])
        this.visits += 1
      } catch (error) {
        this.failures += 1
        this.reasons.add(`${String(error)} ${String((error as Error).cause ?? '')}`)
        await sleep(MIN_STAY_MS)
      }
    }
  }

  async #visit(symbol: string, cycle: string): Promise<void> {
    const call = <Data>(name: string, query: Readonly<Record<string, string>>): Promise<Data> =>
      callApi<Data>(this.#url, this.#token, name, { symbol, ...query })
    const precision = this.#precisions.get(symbol) as string
    const { to, last_seq: lastSeq } = await call<Coverage>('coverage', {})
    const toMs = to ?? 0
    const range = { from: String(toMs - 3_600_000), to: String(toMs) }
    await call('footprint', { cycle, precision, limit: '50' })
    await call('big_trades', range)
    await call('profile', { precision, ...range })
    await this.#watch(symbol, lastSeq)
  }

  /** Receives the market until the visit ends. */
  async #watch(symbol: string, lastSeq: number | null): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/api/stream`)
    const opened = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => opened.resolve()
    socket.onerror = () => opened.reject(new Error('the stream was refused'))
    socket.onclose = () => ended.resolve()
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') this.frames += 1
    }
    try {
      await Promise.race([opened.promise, sleep(OPEN_TIMEOUT_MS).then(() => opened.reject(new Error('no stream')))])
      await opened.promise
      socket.send(JSON.stringify({ op: 'hello', authorization: this.#token, language: 'en', version: 1 }))
      const from = lastSeq === null ? {} : { from_seq: lastSeq }
      socket.send(JSON.stringify({ op: 'subscribe', symbol, ...from }))
      const stayMs = MIN_STAY_MS + Math.random() * (MAX_STAY_MS - MIN_STAY_MS)
      await Promise.race([ended.promise, sleep(stayMs, undefined, { signal: this.#end.signal }).catch(() => {})])
    } finally {
      socket.close()
    }
  }
}
