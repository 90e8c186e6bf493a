import { backoffMs, DAY_MS } from '@flowprint/orderflow'
import type { BookChanges, BookProof, BookSnapshot, KnownWindow } from '@flowprint/orderflow'
import { delay } from '../../../platform/async/index.ts'
import type { DepthState } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { FencedError, OVERLOAD } from '../../store/index.ts'
import type { DepthLease, DepthMode, Instrument } from '../../store/index.ts'
import { recordUnderLease } from '../recording/record-under-lease.ts'
import type { RecorderOptions } from './depth-options.ts'
import { DepthWriter } from './depth-writer.ts'
import { FrameMaker } from './rules/frame-maker.ts'

/** What is stored of a recorded book. */
export type RecordedMode = Exclude<DepthMode, 'off'>

export interface MarketRecorderOptions extends RecorderOptions {
  readonly symbol: string
  readonly mode: RecordedMode
  /** Subscribes the book of the market, in the units of the instrument; quantities start in `qtyUnit`. */
  readonly subscribe: (instrument: Instrument, qtyUnit: string) => Promise<void>
  readonly unsubscribe: () => void
}

/** Changes are gathered for this long. */
const GATHER_MS = 250
/** A node that is overloaded for this long gives up depth. */
const OVERLOAD_MS = 2_000
/** How long depth pauses before it is tried again. */
const SHED_RETRY = { baseMs: 5_000, maxMs: 60_000 }
/** A run of this length resets the pause. */
const STABLE_MS = 5 * 60_000
const RETRY = { baseMs: 1_000, maxMs: 30_000 }
/** Interval for checking whether the units of the market changed. */
const RECHECK_MS = 30_000
/** Exchange times further from our clock than this are implausible: they would create partitions. */
const MAX_SKEW_MS = DAY_MS
/** Log every Nth consecutive failure. */
const LOG_EVERY = 30

/** The exchange has no order book of the market. */
export class NoBookError extends Error {
  override readonly name = 'NoBookError'
}

/** Records the book of one market under its lease, from the events of a depth feed. */
export class MarketRecorder {
  readonly #options: MarketRecorderOptions
  readonly #writer: DepthWriter
  readonly #frames = new FrameMaker()
  /** Why there is no run. */
  #reason = 'recording started'
  #isSubscribed = false
  #sheds = 0
  #failures = 0

  constructor(options: MarketRecorderOptions) {
    this.#options = options
    this.#writer = new DepthWriter(options.symbol, options)
  }

  get state(): DepthState {
    return this.#writer.state
  }

  /** Runs until the signal aborts, or until the market turns out to have no book. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, depth, symbol, mode } = this.#options
    let offReason = 'not recorded'
    await recordUnderLease(
      {
        symbol,
        store,
        acquireLease: (instrument, acquiring) => depth.acquireLease(instrument, { mode, signal: acquiring }),
        record: (instrument, lease, holding) => this.#recordUntilEnd(instrument, lease, holding),
        onFailure: (error) => {
          if (error instanceof NoBookError) {
            offReason = error.message
            return 'stop'
          }
          this.#warn(error, 'the recording of a book was interrupted, will retry')
          this.#writer.publish('lost', 'interrupted')
        },
        retryMs: () => backoffMs(this.#failures, RETRY),
      },
      signal,
    )
    this.#options.budget.admits(this, 0)
    this.#writer.publish('off', offReason)
  }

  snapshot(start: { snapshot: BookSnapshot; qtyUnit: string; proof: BookProof }, receivedAtMs: number): void {
    if (!this.#isSubscribed || !this.#isPlausible(start.snapshot.t, receivedAtMs)) return
    this.#frames.start(start.snapshot, { ...start, reason: this.#reason })
    this.#reason = ''
  }

  changes(update: { t: number; changes: BookChanges; window: KnownWindow }, receivedAtMs: number): void {
    if (!this.#isSubscribed || !this.#isPlausible(update.t, receivedAtMs)) return
    this.#frames.changes(update.changes, update.window)
    if (!this.#options.budget.admits(this, this.#frames.levels + this.#writer.levels)) this.#shed()
  }

  unit(qtyUnit: string, factor: number): void {
    if (this.#isSubscribed) this.#frames.unit(qtyUnit, factor)
  }

  lost(reason: string): void {
    if (!this.#isSubscribed) return
    this.#reason = reason
    this.#frames.end(reason)
  }

  alive(exchangeTimeMs: number, receivedAtMs: number): void {
    if (this.#isSubscribed && this.#isPlausible(exchangeTimeMs, receivedAtMs)) this.#frames.alive(exchangeTimeMs)
  }

  async #recordUntilEnd(instrument: Instrument, lease: DepthLease, holding: AbortSignal): Promise<void> {
    try {
      this.#writer.clear()
      this.#frames.reset(lease.untilMs)
      if (lease.reason !== '') this.#reason = lease.reason
      await this.#record(instrument, lease, holding)
    } finally {
      this.#unsubscribe()
      await this.#endRun(lease)
      await this.#writer.closed()
    }
  }

  async #record(instrument: Instrument, lease: DepthLease, holding: AbortSignal): Promise<void> {
    const { isOverloaded, store, symbol } = this.#options
    let overloadedAt: number | null = null
    let checkedAt = performance.now()
    let runningSince: number | null = null
    while (!holding.aborted) {
      if (!this.#isSubscribed) {
        this.#isSubscribed = true
        await this.#options.subscribe(instrument, lease.qtyUnit ?? instrument.lotSize)
      }
      await delay(GATHER_MS, { signal: holding, ref: false })
      const now = performance.now()
      overloadedAt = isOverloaded() ? (overloadedAt ?? now) : null
      if (overloadedAt !== null && now - overloadedAt >= OVERLOAD_MS) this.#shed()
      await this.#commit(lease, holding)
      if (!this.#isSubscribed) {
        await this.#commit(lease, holding)
        await this.#pause(holding)
        overloadedAt = null
        continue
      }
      this.#publishState()
      runningSince = this.#frames.isRunning ? (runningSince ?? now) : null
      if (runningSince !== null && now - runningSince >= STABLE_MS) this.#sheds = 0
      if (now - checkedAt < RECHECK_MS) continue
      checkedAt = now
      if ((await store.findInstrument(symbol))?.version !== instrument.version) {
        this.#reason = 'the units of the market changed'
        return
      }
    }
  }

  /** Commits what was gathered. Keeps it when the database fails but the lease is held. */
  async #commit(lease: DepthLease, holding: AbortSignal): Promise<void> {
    const { budget } = this.#options
    this.#writer.enqueue(this.#frames.take())
    try {
      await this.#writer.commit(lease)
      this.#failures = 0
    } catch (error) {
      if (holding.aborted || error instanceof FencedError || error instanceof RangeError) throw error
      this.#warn(error, 'changes of a book could not be committed, will retry')
      await delay(RETRY.baseMs, { signal: holding, ref: false })
    }
    budget.admits(this, this.#frames.levels + this.#writer.levels)
  }

  /** Gives up the backlog and the subscription: trades come first. */
  #shed(): void {
    if (!this.#isSubscribed) return
    this.#options.log.warn({ symbol: this.#options.symbol }, 'the recording of a book is paused: too much load')
    this.#unsubscribe()
    this.#writer.clear()
    this.#frames.shed(OVERLOAD)
    this.#reason = OVERLOAD
    this.#sheds += 1
  }

  async #pause(holding: AbortSignal): Promise<void> {
    const { isOverloaded } = this.#options
    const until = performance.now() + backoffMs(this.#sheds, SHED_RETRY)
    while (!holding.aborted && (performance.now() < until || isOverloaded())) {
      this.#writer.publish('shed', OVERLOAD)
      await delay(1_000, { signal: holding, ref: false })
    }
  }

  /** Stores the end of the run, if the lease still allows it. */
  async #endRun(lease: DepthLease): Promise<void> {
    this.#frames.end(this.#reason === '' ? 'the recorder stopped' : this.#reason)
    if (this.#reason === '') this.#reason = 'the recorder stopped'
    const frames = this.#frames.take()
    if (lease.isConfirmed) {
      this.#writer.enqueue(frames)
      await this.#writer.commit(lease).catch(() => undefined)
    }
    this.#writer.clear()
    this.#options.budget.admits(this, 0)
  }

  #unsubscribe(): void {
    if (this.#isSubscribed) this.#options.unsubscribe()
    this.#isSubscribed = false
  }

  #publishState(): void {
    if (this.#frames.isRunning) this.#writer.publish(this.#frames.proof)
    else this.#writer.publish(this.#reason === 'recording started' ? 'syncing' : 'lost', this.#reason)
  }

  #isPlausible(t: number, receivedAtMs: number): boolean {
    if (Math.abs(t - receivedAtMs) <= MAX_SKEW_MS) return true
    this.lost('an implausible time')
    return false
  }

  #warn(error: unknown, what: string): void {
    this.#failures += 1
    if (this.#failures % LOG_EVERY === 1)
      this.#options.log.warn({ symbol: this.#options.symbol, error: messageOf(error) }, what)
  }
}
