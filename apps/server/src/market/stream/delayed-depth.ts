import type { DepthState } from '../../platform/bus/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import { cutOf } from '../load-instrument.ts'
import type { Instrument } from '../store/index.ts'
import { DEPTH_RING, MAX_DEPTH_FILL, readDepthItems } from './depth-channel.ts'
import type { DepthChannel, DepthDeps, DepthReset, DepthView } from './depth-channel.ts'
import { LogRelay } from './log-relay.ts'

/**
 * An order book as seen by all readers with the same delay: releases the entries of the log that the cut has passed. They
 * are read from the database once a second, because frames held back for the whole delay would take more memory than they
 * save queries.
 */
export class DelayedDepth implements DepthView {
  readonly relay: LogRelay
  /** Subscribers wait for it. */
  readonly ready: Promise<void>
  readonly #source: DepthChannel
  readonly #deps: DepthDeps
  readonly #delayMs: number
  readonly #resetListeners = new Set<(reason: DepthReset) => void>()
  readonly #stop: () => void
  #isReading = false
  /** The log does not reach back to the cut while its end is this entry. */
  #unreachable: number | null = null
  /** Incremented by every restart: entries read before it belong to another log. */
  #version = 0

  constructor(source: DepthChannel, delayMs: number, deps: DepthDeps) {
    this.#source = source
    this.#deps = deps
    this.#delayMs = delayMs
    this.relay = new LogRelay(0, DEPTH_RING, deps.onFanOut)
    this.#stop = source.onReset((reason) => this.#onSourceReset(reason))
    this.ready = this.#restart()
    this.ready.catch(() => this.close())
  }

  get instrument(): Instrument {
    return this.#source.instrument
  }

  cut(): number {
    return cutOf(this.#delayMs, this.#deps.clock.now()) as number
  }

  get readerCount(): number {
    return this.relay.listenerCount
  }

  state(): DepthState {
    return this.#source.state()
  }

  onReset(listener: (reason: DepthReset) => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  queues(): readonly QueueState[] {
    return [{ queue: 'depth_replay', size: this.relay.ring.bytes, bound: DEPTH_RING.maxBytes, overflows: 0 }]
  }

  /** Called each second. A failure is repeated with the next one. */
  release(): void {
    const { position } = this.#source.relay
    if (this.#isReading || this.relay.position >= position || this.#unreachable === position) return
    this.#isReading = true
    this.#read()
      .catch(() => {})
      .finally(() => (this.#isReading = false))
  }

  close(): void {
    this.#stop()
    this.#resetListeners.clear()
  }

  async #read(): Promise<void> {
    const version = this.#version
    const fromSeq = this.relay.position
    const items = await readDepthItems(this.#deps.depth, this.instrument, {
      fromSeq,
      toSeq: Math.min(this.#source.relay.position, fromSeq + MAX_DEPTH_FILL),
      cut: this.cut(),
    })
    if (version !== this.#version) return
    if (items === null) {
      await this.#reset('log')
      if (this.relay.position === fromSeq) this.#unreachable = this.#source.relay.position
      return
    }
    for (const item of items) this.relay.deliver(item)
  }

  #onSourceReset(reason: DepthReset): void {
    // A live reader that fell behind reloads; what the cut has passed is still in the log.
    if (reason !== 'log') this.#reset(reason).catch(() => {})
  }

  async #reset(reason: DepthReset): Promise<void> {
    await this.#restart()
    for (const listener of [...this.#resetListeners]) listener(reason)
  }

  /** Starts with the newest entry that the cut has passed. */
  async #restart(): Promise<void> {
    const version = ++this.#version
    await this.#source.ready
    const head = await this.#deps.depth.readHead(this.instrument, this.cut())
    if (version === this.#version) this.relay.ring.restart(head?.lastSeq ?? 0)
  }
}
