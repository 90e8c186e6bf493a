import { depthTopic } from '../../platform/bus/index.ts'
import type { Bus, DepthEvent, DepthState } from '../../platform/bus/index.ts'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { DepthHead, DepthStore, Instrument, StoredDepthFrame, TapeStore } from '../store/index.ts'
import { EventQueue } from './event-queue.ts'
import { LogRelay } from './log-relay.ts'
import type { FrameItem } from './log-item.ts'

/** What readers of the depth log need of the store. */
export type DepthReads = Pick<DepthStore, 'readHead' | 'readFrames'>

export interface DepthDeps {
  readonly depth: DepthReads
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** How long it took to pass a frame to all its readers, ms. */
  readonly onFanOut?: (ms: number) => void
}

/** The order book of one market for one kind of reader: live, or delayed by a fixed time. */
export interface DepthView {
  readonly instrument: Instrument
  readonly relay: LogRelay
  /** Undefined for live readers, else only what was known before it is visible, ms. */
  cut(): number | undefined
  state(): DepthState
  /** Called when the log cannot be followed any further. Returns the unsubscribe function. */
  onReset(listener: (reason: DepthReset) => void): () => void
}

export type DepthReset = 'tape' | 'version' | 'log'

/** The last minutes of a book, for clients that resume. */
export const DEPTH_RING = { keepMs: 5 * MINUTE_MS, maxBytes: 8 * 1024 * 1024 }
/** Log entries per query. */
const PAGE = 500
/** Entries missed by the bus beyond this are not loaded: clients load the book instead. */
export const MAX_DEPTH_FILL = 2_400
/** A recorder commits at least once a second. */
const SILENT_AFTER_MS = 2_000
/** A book whose knowledge ended this long ago is not followed any more, whatever its recorder last said. */
const LOST_AFTER_MS = 10_000

/**
 * Reads entries of the depth log after `fromSeq` up to `toSeq`; null: the log does not reach back that far.
 */
export async function readDepthItems(
  depth: DepthReads,
  instrument: Instrument,
  { fromSeq, toSeq, cut }: { readonly fromSeq: number; readonly toSeq: number; readonly cut?: number | undefined },
): Promise<FrameItem[] | null> {
  const items: FrameItem[] = []
  let at = fromSeq
  while (at < toSeq) {
    const frames = await depth.readFrames(instrument, at, { limit: Math.min(PAGE, toSeq - at), cut })
    if (frames === null) return null
    for (const frame of frames) {
      if (frame.seq !== at + 1) return null
      items.push(itemOf(frame))
      at = frame.seq
    }
    if (frames.length === 0) break
  }
  return items
}

export const itemOf = ({ seq, until, bytes }: StoredDepthFrame): FrameItem => ({
  kind: 'frame',
  firstSeq: seq,
  lastSeq: seq,
  newestTs: until,
  bytes,
})

/**
 * The depth log of one market in this process: takes frames from the bus in order of seq and loads missing ones from the
 * database.
 */
export class DepthChannel implements DepthView {
  instrument: Instrument
  readonly relay: LogRelay
  /** Rejects when the database was unreachable; the hub then removes the channel. */
  readonly ready: Promise<void>
  readonly #deps: DepthDeps
  readonly #unsubscribe: () => void
  readonly #resetListeners = new Set<(reason: DepthReset) => void>()
  readonly #events: EventQueue<DepthEvent>
  #heardAt = performance.now()
  #state: DepthState = 'off'
  /** The book is known until this moment, ms; null: never recorded. */
  #until: number | null = null

  constructor(instrument: Instrument, deps: DepthDeps) {
    this.instrument = instrument
    this.#deps = deps
    this.relay = new LogRelay(0, DEPTH_RING, deps.onFanOut)
    const { symbol } = instrument
    this.#events = new EventQueue({
      handle: (event) => this.#handle(event),
      onFailure: (error) => deps.log.warn({ err: error, symbol }, 'the depth log could not be followed'),
      sizeOf: (event) => (event.kind === 'depth' ? event.frame.length : 0),
    })
    this.#unsubscribe = deps.bus.subscribe<DepthEvent>(depthTopic(symbol), (event) => this.#receive(event))
    this.ready = this.#restart(null).then(() => this.#events.resume())
    this.ready.catch(() => this.close())
  }

  get readerCount(): number {
    return this.relay.listenerCount
  }

  cut(): undefined {
    return undefined
  }

  state(): DepthState {
    const isKnown = this.#state === 'proven' || this.#state === 'connection' || this.#state === 'sampled'
    if (!isKnown || this.#until === null) return this.#state
    return this.#deps.clock.now() - this.#until > LOST_AFTER_MS ? 'lost' : this.#state
  }

  onReset(listener: (reason: DepthReset) => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  queues(): readonly QueueState[] {
    return [
      { queue: 'depth_events', ...this.#events.state },
      { queue: 'depth_replay', size: this.relay.ring.bytes, bound: DEPTH_RING.maxBytes, overflows: 0 },
    ]
  }

  /** Takes over the current state of the instrument; when it was replaced, all readers must load the book again. */
  follow(instrument: Instrument): void {
    const { tape, version } = this.instrument
    // The caller looked up the market before a switch to another version.
    if (instrument.tape === tape && instrument.version <= version) {
      this.instrument = instrument.version === version ? instrument : this.instrument
      return
    }
    this.instrument = instrument
    this.#events.query(() => this.#restart(instrument.tape === tape ? 'version' : 'tape'))
  }

  /** Called once a second: a node that records may be cut from the bus, or have failed. */
  pollIfSilent(): void {
    if (performance.now() - this.#heardAt < SILENT_AFTER_MS || this.#events.isBusy) return
    this.#events.query(() => this.#catchUp())
  }

  close(): void {
    this.#unsubscribe()
    this.#resetListeners.clear()
    this.#events.clear()
  }

  #receive(event: DepthEvent): void {
    this.#heardAt = performance.now()
    if (event.kind === 'depthStatus') this.#state = event.state
    else this.#events.add(event)
  }

  #handle(event: DepthEvent): void {
    if (event.kind === 'depthResync') this.#events.query(() => this.#catchUp())
    else if (event.kind === 'depth') this.#take(event)
  }

  #take({ seq, until, frame }: DepthEvent & { kind: 'depth' }): void {
    const next = this.relay.position + 1
    if (seq < next) return
    if (seq > next) return this.#events.query(() => this.#fill(seq))
    this.#pass(itemOf({ seq, until, bytes: frame }))
  }

  #pass(item: FrameItem): void {
    this.#until = item.newestTs
    this.relay.deliver(item)
  }

  /** The bus lost entries, or another process wrote them: load what follows from the database. */
  async #fill(toSeq: number): Promise<void> {
    const fromSeq = this.relay.position
    const items =
      toSeq - fromSeq > MAX_DEPTH_FILL
        ? null
        : await readDepthItems(this.#deps.depth, this.instrument, { fromSeq, toSeq })
    if (items === null) return this.#restart('log')
    for (const item of items) this.#pass(item)
  }

  async #catchUp(): Promise<void> {
    // Silence is heard again, or each second would query.
    this.#heardAt = performance.now()
    const stored = await this.#deps.store.findInstrument(this.instrument.symbol)
    const { tape, version } = this.instrument
    if (stored !== null && (stored.tape !== tape || stored.version > version)) {
      this.instrument = stored
      return this.#restart(stored.tape === tape ? 'version' : 'tape')
    }
    const head = await this.#deps.depth.readHead(this.instrument)
    const lastSeq = head?.lastSeq ?? 0
    if (lastSeq < this.relay.position) return this.#restart('log')
    await this.#fill(lastSeq)
    this.#adopt(head)
  }

  /** Starts at the end of the log. `reason`: for readers, whose log ended. */
  async #restart(reason: DepthReset | null): Promise<void> {
    const head = await this.#deps.depth.readHead(this.instrument)
    this.relay.ring.restart(head?.lastSeq ?? 0)
    this.#adopt(head)
    if (reason !== null) for (const listener of [...this.#resetListeners]) listener(reason)
  }

  #adopt(head: DepthHead | null): void {
    this.#state = head?.state ?? 'off'
    this.#until = head?.untilMs ?? null
  }
}
