import { MINUTE_MS, decodeFrame } from '@flowprint/orderflow'
import { tapeTopic } from '../../platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { Coverage, Instrument, TapeStore } from '../store/index.ts'
import { frameAfter, readItems, revisionReason } from './log-item.ts'
import type { LogItem } from './log-item.ts'
import { LogRelay, MAX_PACED, Pacer } from './log-relay.ts'
import type { MarketStatus, MarketView } from './market-view.ts'

export interface ChannelDeps {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Min time between two frames of a market; default 50 ms. */
  readonly frameGapMs?: number
  /** Bytes held back for a delay; default 16 MiB. */
  readonly maxHeldBytes?: number
  /** How long it took to pass an item to all its readers, ms. */
  readonly onFanOut?: (ms: number) => void
}

/** The stored state of a market, read because events may have been lost. */
interface StoredState {
  readonly kind: 'state'
  readonly stored: Instrument | null
  readonly coverage: Pick<Coverage, 'lastSeq' | 'watermark'> | null
}

type ResetReason = 'tape' | 'version' | 'log'

/** A feed whose watermark is older than this is stale. */
const STALE_AFTER_MS = 10_000
/** Max events, and bytes of their frames, that wait while the database is queried; above it the log is read again. */
const MAX_EVENTS = 1_000
const MAX_EVENT_BYTES = 8 * 1024 * 1024
/** Entries missed by the bus beyond this are not loaded: clients load their history instead. */
const MAX_FILL = 100_000
/** The feed of a live market sends its clock each second. */
const SILENT_AFTER_MS = 2_000
/** The last minutes of a market, for clients that reconnect. */
const RING = { keepMs: 5 * MINUTE_MS, maxBytes: 8 * 1024 * 1024 }

/**
 * The live log of one market in this process: takes commits from the bus in log order, loads missing ones from the
 * database, and passes them to the relay at the contract's rate.
 */
export class SymbolChannel implements MarketView {
  instrument: Instrument
  readonly relay: LogRelay
  /** Rejects when the database was unreachable; the hub then removes the channel. */
  readonly ready: Promise<void>
  readonly #deps: ChannelDeps
  readonly #pacer: Pacer
  readonly #unsubscribe: () => void
  readonly #resetListeners = new Set<(reason: ResetReason) => void>()
  readonly #itemListeners = new Set<(item: LogItem) => void>()
  /** Events queued while the database is queried. */
  #events: (TapeEvent | StoredState)[] = []
  #eventBytes = 0
  #overflows = 0
  /** While the stored state is read, the others go on: the database may be away longer than the bus. */
  #reading: Promise<void> | null = null
  #readsAgain = false
  #heardAt = performance.now()
  #busy = true
  /** The last entry taken from the bus; the relay follows at its own rate. */
  #taken = 0
  #watermark: number | null = null
  #feedStatus: MarketStatus | null = null

  constructor(instrument: Instrument, deps: ChannelDeps) {
    this.instrument = instrument
    this.#deps = deps
    this.relay = new LogRelay(0, RING, deps.onFanOut)
    this.#pacer = new Pacer(
      () => performance.now(),
      (item) => this.relay.deliver(item),
      deps.frameGapMs,
    )
    this.#unsubscribe = deps.bus.subscribe<TapeEvent>(tapeTopic(instrument.symbol), (event) => this.#receive(event))
    this.ready = this.#start()
    this.ready.catch(() => this.close())
  }

  cut(): undefined {
    return undefined
  }

  watermark(): number | null {
    return this.#watermark
  }

  status(): MarketStatus | null {
    if (!this.instrument.live || this.#watermark === null) return null
    const lagMs = Math.max(0, Math.round(this.#deps.clock.now() - this.#watermark))
    if (lagMs > STALE_AFTER_MS) return { state: 'stale', lagMs }
    return { state: this.#feedStatus?.state ?? 'live', lagMs }
  }

  onReset(listener: (reason: ResetReason) => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  /** The last entry taken from the bus, and events after it, before the pacer merges frames. */
  get taken(): number {
    return this.#taken
  }

  onItem(listener: (item: LogItem) => void): () => void {
    this.#itemListeners.add(listener)
    return () => this.#itemListeners.delete(listener)
  }

  queues(): readonly QueueState[] {
    return [
      { queue: 'market_events', size: this.#events.length, bound: MAX_EVENTS, overflows: this.#overflows },
      {
        queue: 'market_paced',
        size: this.#pacer.waitingCount,
        bound: MAX_PACED,
        overflows: this.#pacer.overflowCount,
      },
      { queue: 'market_replay', size: this.relay.ring.bytes, bound: RING.maxBytes, overflows: 0 },
    ]
  }

  /** Loads the current state of the instrument; when it was replaced, all listeners must reload. */
  async follow(instrument: Instrument): Promise<void> {
    const { tape, version } = this.instrument
    // The caller looked up the market before a switch to another version: ignore it.
    if (instrument.tape === tape && instrument.version < version) return
    this.instrument = instrument
    if (instrument.tape !== tape) await this.#restart('tape')
    else if (instrument.version !== version) await this.#restart('version')
  }

  /**
   * Called once a second: reads the log of a market whose events do not arrive, because the node that follows it cannot
   * reach NATS or has failed.
   */
  pollIfSilent(): void {
    if (!this.instrument.live || this.#reading !== null || performance.now() - this.#heardAt < SILENT_AFTER_MS) return
    this.#receive({ kind: 'resync', symbol: this.instrument.symbol, reason: 'no events' })
  }

  close(): void {
    this.#unsubscribe()
    this.#pacer.clear()
    this.#resetListeners.clear()
    this.#itemListeners.clear()
  }

  async #start(): Promise<void> {
    const { lastSeq, watermark } = await this.#deps.store.coverage(this.instrument)
    this.#taken = lastSeq
    this.#watermark = watermark
    this.relay.ring.restart(lastSeq)
    this.#busy = false
    this.#next()
  }

  async #restart(reason: ResetReason): Promise<void> {
    this.#pacer.clear()
    // If the database is unavailable, the next event detects a gap here and queries again.
    this.#taken = this.relay.position
    this.#watermark = null
    await this.#start()
    for (const listener of [...this.#resetListeners]) listener(reason)
  }

  #receive(event: TapeEvent): void {
    if (event.kind === 'resync') return this.#startReading()
    this.#heardAt = performance.now()
    const bytes = bytesOf(event)
    if (this.#events.length >= MAX_EVENTS || this.#eventBytes + bytes > MAX_EVENT_BYTES) this.#dropEvents()
    this.#events.push(event)
    this.#eventBytes += bytes
    this.#next()
  }

  /** The database has what is dropped. */
  #dropEvents(): void {
    const { symbol } = this.instrument
    const status = this.#events.findLast(({ kind }) => kind === 'status')
    const states = this.#events.filter(({ kind }) => kind === 'state')
    this.#events = status === undefined ? states : [...states, status]
    this.#eventBytes = 0
    this.#overflows += 1
    this.#deps.log.warn({ symbol }, 'too many events of a market wait for the database: its log is read again')
    this.#startReading()
  }

  /** One is enough: while the database is away, each second asks for another. */
  #startReading(): void {
    this.#readsAgain = true
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#warn(error))
      .finally(() => {
        this.#reading = null
        this.#next()
      })
  }

  async #read(): Promise<void> {
    const { store } = this.#deps
    while (this.#readsAgain) {
      this.#readsAgain = false
      const stored = await store.findInstrument(this.instrument.symbol)
      const coverage = stored === null ? null : await store.coverage(stored)
      this.#events.unshift({ kind: 'state', stored, coverage })
      this.#next()
    }
  }

  #warn(error: unknown): void {
    const { symbol } = this.instrument
    this.#deps.log.warn({ err: error, symbol }, 'the log of a market could not be followed')
  }

  #next(): void {
    while (!this.#busy) {
      const event = this.#events.shift()
      if (event === undefined) return
      this.#eventBytes -= bytesOf(event)
      const work = this.#handle(event)
      if (work === null) continue
      this.#busy = true
      work.then(
        () => this.#resume(),
        (error: unknown) => {
          this.#warn(error)
          this.#resume()
        },
      )
    }
  }

  #resume(): void {
    this.#busy = false
    this.#next()
  }

  /** Handles an event synchronously (null), or queries the database first. */
  #handle(event: TapeEvent | StoredState): Promise<void> | null {
    switch (event.kind) {
      case 'trades':
        if (this.#reading !== null && this.#isOther(event.frame)) {
          // Of another tape or version, which the state being read will show.
          this.#events.unshift(event)
          this.#eventBytes += bytesOf(event)
          return this.#reading
        }
        return this.#takeTrades(event)
      case 'revision': {
        const { seq, from, to, newestTs } = event
        const reason = revisionReason(event.reason)
        return this.#takeItem({ kind: 'revision', firstSeq: seq, lastSeq: seq, newestTs, from, to, reason })
      }
      case 'clock':
        return this.#takeClock(event)
      case 'status':
        this.#feedStatus = { state: event.state, lagMs: event.lagMs }
        return null
      case 'state':
        return this.#adopt(event)
      case 'resync':
        return null
    }
  }

  /** The watermark moves with its frame, not before: nothing older than it allows follows. */
  #takeTrades(event: TapeEvent & { kind: 'trades' }): Promise<void> | null {
    const work = this.#takeItem({ ...event, kind: 'frame', bytes: event.frame })
    if (work !== null) return work.then(() => this.#move(event.watermark))
    this.#move(event.watermark)
    return null
  }

  /** A clock ahead of the taken entries shows that the bus lost some. */
  #takeClock({ watermark, lastSeq }: TapeEvent & { kind: 'clock' }): Promise<void> | null {
    if (lastSeq > this.#taken) return this.#fill(lastSeq).then(() => this.#move(watermark))
    this.#move(watermark)
    return null
  }

  #takeItem(item: LogItem): Promise<void> | null {
    if (item.lastSeq <= this.#taken) return null
    if (item.firstSeq > this.#taken + 1) return this.#fill(item.lastSeq)
    this.#pass(item.kind === 'frame' ? frameAfter(item, this.#taken) : item)
    return null
  }

  #pass(item: LogItem): void {
    this.#taken = item.lastSeq
    for (const listener of [...this.#itemListeners]) listener(item)
    this.#pacer.push(item)
  }

  /** The bus missed entries (another process wrote, or a notification was lost): load them from the database. */
  async #fill(toSeq: number): Promise<void> {
    if (toSeq - this.#taken > MAX_FILL) return this.#restart('log')
    const items = await readItems(this.#deps.store, this.instrument, this.#taken, toSeq, true)
    if (items === null) return this.#restart('log')
    for (const item of items) if (item.lastSeq > this.#taken) this.#pass(item)
  }

  #isOther(frame: Uint8Array): boolean {
    const { tape, instrumentVersion } = decodeFrame(frame)
    return tape !== this.instrument.tape || instrumentVersion !== this.instrument.version
  }

  /** Events may have been lost, or the tape was replaced. */
  #adopt({ stored, coverage }: StoredState): Promise<void> | null {
    const { tape, version } = this.instrument
    if (stored === null || coverage === null) return this.#restart('tape')
    // Read before the switch to the current version.
    if (stored.tape === tape && stored.version < version) return null
    this.instrument = stored
    if (stored.tape !== tape) return this.#restart('tape')
    if (stored.version !== version) return this.#restart('version')
    const { lastSeq, watermark } = coverage
    // The market is no longer followed: its last bars are closed now.
    if (watermark === null && this.#watermark !== null) return this.#restart('log')
    const filling = lastSeq > this.#taken ? this.#fill(lastSeq) : null
    if (watermark === null) return filling
    if (filling !== null) return filling.then(() => this.#move(watermark))
    this.#move(watermark)
    return null
  }

  #move(watermark: number): void {
    this.#watermark = Math.max(this.#watermark ?? -Infinity, watermark)
  }
}

const bytesOf = (event: TapeEvent | StoredState): number => (event.kind === 'trades' ? event.frame.length : 0)
