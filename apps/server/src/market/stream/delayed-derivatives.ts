import type { ServerMessages } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { DerivativesState } from '../../platform/bus/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import { cutOf } from '../load-instrument.ts'
import type { Instrument } from '../store/index.ts'
import { DerivativesRelay, passSince, statMessage } from './derivatives-channel.ts'
import type {
  DerivativesChannel,
  DerivativesDeps,
  DerivativesMessage,
  DerivativesReset,
  DerivativesView,
} from './derivatives-channel.ts'

/**
 * Derivatives data as seen by all readers with the same delay: once a second, what the cut has passed is read from the
 * database.
 */
export class DelayedDerivatives implements DerivativesView {
  /** Subscribers wait for it. */
  readonly ready: Promise<void>
  readonly #source: DerivativesChannel
  readonly #deps: DerivativesDeps
  readonly #delayMs: number
  readonly #relay: DerivativesRelay
  readonly #resetListeners = new Set<(reason: DerivativesReset) => void>()
  readonly #stop: () => void
  #isReading = false
  #until: number | null = null
  /** Minute of the cut for which the newest values were read. */
  #statMinute = -1
  /** Incremented by every restart: what was read before it belongs to another version. */
  #version = 0

  constructor(source: DerivativesChannel, delayMs: number, deps: DerivativesDeps) {
    this.#source = source
    this.#deps = deps
    this.#delayMs = delayMs
    this.#relay = new DerivativesRelay(deps.onFanOut)
    this.#stop = source.onReset((reason) => this.#onSourceReset(reason))
    this.ready = this.#restart()
    this.ready.catch(() => this.close())
  }

  get instrument(): Instrument {
    return this.#source.instrument
  }

  get position(): number {
    return this.#relay.position
  }

  get stat(): ServerMessages['market_stat'] | null {
    return this.#relay.stat
  }

  get readerCount(): number {
    return this.#relay.listenerCount
  }

  state(): DerivativesState {
    return this.#source.state()
  }

  listen(listener: (message: DerivativesMessage) => void): () => void {
    return this.#relay.listen(listener)
  }

  onReset(listener: (reason: DerivativesReset) => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  queues(): readonly QueueState[] {
    return []
  }

  /** Called each second. A failure is repeated with the next one. */
  release(): void {
    if (this.#isReading) return
    this.#isReading = true
    this.#read()
      .catch(() => {})
      .finally(() => (this.#isReading = false))
  }

  close(): void {
    this.#version += 1
    this.#stop()
    this.#resetListeners.clear()
  }

  async #read(): Promise<void> {
    const { derivatives } = this.#deps
    const version = this.#version
    const isCurrent = (): boolean => version === this.#version
    const { instrument } = this
    const cut = this.#cut()
    const head = await derivatives.readHead(instrument, cut)
    if (!isCurrent() || head === null) return
    const until = head.untilMs ?? this.#until ?? cut
    if (head.lastSeq > this.position || until > (this.#until ?? -Infinity)) {
      const before = this.#until ?? until
      const isDone = await passSince(derivatives, instrument, this.#relay, { until, before, cut, isCurrent })
      if (!isCurrent()) return
      if (!isDone) return this.#reset('log')
      this.#until = until
    }
    await this.#readStat(cut, isCurrent)
  }

  /** Delayed readers see whole minutes, so that the values change once a minute. */
  async #readStat(cut: number, isCurrent: () => boolean): Promise<void> {
    const minute = Math.floor(cut / MINUTE_MS)
    if (minute === this.#statMinute) return
    const { derivatives, clock } = this.#deps
    const latest = await derivatives.readLatest(this.instrument, clock.now(), cut)
    if (!isCurrent()) return
    this.#statMinute = minute
    if (latest !== null && latest.ts > (this.stat?.ts ?? -Infinity))
      this.#relay.deliver(statMessage(this.instrument.symbol, latest))
  }

  #cut(): number {
    return cutOf(this.#delayMs, this.#deps.clock.now()) as number
  }

  #onSourceReset(reason: DerivativesReset): void {
    // A live reader that fell behind reloads; what the cut has passed is still in the database.
    if (reason !== 'log') this.#reset(reason).catch(() => {})
  }

  async #reset(reason: DerivativesReset): Promise<void> {
    await this.#restart()
    for (const listener of [...this.#resetListeners]) listener(reason)
  }

  /** Starts with the newest liquidation and minute that the cut has passed. */
  async #restart(): Promise<void> {
    const version = ++this.#version
    await this.#source.ready
    const { derivatives, clock } = this.#deps
    const cut = this.#cut()
    const head = await derivatives.readHead(this.instrument, cut)
    const latest = await derivatives.readLatest(this.instrument, clock.now(), cut)
    if (version !== this.#version) return
    this.#relay.position = head?.lastSeq ?? 0
    this.#relay.stat = latest === null ? null : statMessage(this.instrument.symbol, latest)
    this.#until = head?.untilMs ?? null
    this.#statMinute = Math.floor(cut / MINUTE_MS)
  }
}
