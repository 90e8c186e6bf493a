import { depthTopic } from '../../platform/bus/index.ts'
import type { Bus, DepthEvent, DepthState } from '../../platform/bus/index.ts'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { DepthHead, DepthStore, Instrument, StoredDepthFrame, TapeStore } from '../store/index.ts'
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
/** Max events, and bytes of their frames, that wait while the database is queried. */
const MAX_EVENTS = 1_000
const MAX_EVENT_BYTES = 16 * 1024 * 1024
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
  /** Queued while the database is queried. */
  #events: DepthEvent[] = []
  #eventBytes = 0
  #overflows = 0
  /** Queries of the database that wait for the one under way. */
  #work: (() => Promise<void>)[] = []
  #isBusy = true
  #heardAt = performance.now()
  #state: DepthState = 'off'
  /** The book is known until this moment, ms; null: never recorded. */
  #until: number | null = null

  constructor(instrument: Instrument, deps: DepthDeps) {
    this.instrument = instrument
    this.#deps = deps
    this.relay = new LogRelay(0, DEPTH_RING, deps.onFanOut)
    this.#unsubscribe = deps.bus.subscribe<DepthEvent>(depthTopic(instrument.symbol), (event) => this.#receive(event))
    this.ready = this.#restart(null).then(() => this.#resume())
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
      { queue: 'depth_events', size: this.#events.length, bound: MAX_EVENTS, overflows: this.#overflows },
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
    this.#run(() => this.#restart(instrument.tape === tape ? 'version' : 'tape'))
  }

  /** Called once a second: a node that records may be cut from the bus, or have failed. */
  pollIfSilent(): void {
    if (performance.now() - this.#heardAt < SILENT_AFTER_MS || this.#isBusy) return
    this.#run(() => this.#catchUp())
  }

  close(): void {
    this.#unsubscribe()
    this.#resetListeners.clear()
    this.#events = []
    this.#work = []
    this.#eventBytes = 0
  }

  #receive(event: DepthEvent): void {
    this.#heardAt = performance.now()
    if (event.kind === 'depthStatus') {
      this.#state = event.state
      return
    }
    const bytes = bytesOf(event)
    if (this.#events.length >= MAX_EVENTS || this.#eventBytes + bytes > MAX_EVENT_BYTES) {
      // The database has what is dropped; the next frame shows the jump.
      this.#events = []
      this.#eventBytes = 0
      this.#overflows += 1
    }
    this.#events.push(event)
    this.#eventBytes += bytes
    if (!this.#isBusy) this.#next()
  }

  /** Queries the database; events wait until it has answered. */
  #run(work: () => Promise<void>): void {
    this.#work.push(work)
    if (!this.#isBusy) this.#next()
  }

  #start(work: () => Promise<void>): void {
    const { symbol } = this.instrument
    this.#isBusy = true
    work()
      .catch((error: unknown) => this.#deps.log.warn({ err: error, symbol }, 'the depth log could not be followed'))
      .finally(() => this.#resume())
  }

  #resume(): void {
    this.#isBusy = false
    this.#next()
  }

  #next(): void {
    while (!this.#isBusy) {
      const work = this.#work.shift()
      if (work !== undefined) return this.#start(work)
      const event = this.#events.shift()
      if (event === undefined) return
      this.#eventBytes -= bytesOf(event)
      if (event.kind === 'depthResync') this.#start(() => this.#catchUp())
      else if (event.kind === 'depth') this.#take(event)
    }
  }

  #take({ seq, until, frame }: DepthEvent & { kind: 'depth' }): void {
    const next = this.relay.position + 1
    if (seq < next) return
    if (seq > next) return this.#start(() => this.#fill(seq))
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

const bytesOf = (event: DepthEvent): number => (event.kind === 'depth' ? event.frame.length : 0)
