import { DAY_MS, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { Semaphore } from '../../../platform/async/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { QueueState } from '../../../platform/metrics/index.ts'
import type { Instrument, Lease, LiveOptions, TapeStore } from '../../store/index.ts'
import { CommitPace, BEHIND_MS, MarketClock, UnprovenRange } from './rules/feed-rules.ts'
import type { TimeRange } from './rules/feed-rules.ts'
import { TradeQueue } from './rules/trade-queue.ts'

/** Max trades waiting for their commit: per market, and in this process (about 60 bytes each). */
const MAX_EACH = 200_000
const MAX_ALL = 2_000_000

/** Bounds the trades buffered in memory while the database is unavailable. */
export class TradeBudget {
  readonly #maxEach: number
  readonly #maxAll: number
  readonly #used = new Map<object, number>()
  #total = 0
  #refused = 0

  constructor(maxEach = MAX_EACH, maxAll = MAX_ALL) {
    this.#maxEach = maxEach
    this.#maxAll = maxAll
  }

  admits(owner: object, count: number): boolean {
    const isAdmitted = (this.#used.get(owner) ?? 0) + count <= this.#maxEach && this.#total + count <= this.#maxAll
    if (!isAdmitted) this.#refused += 1
    return isAdmitted
  }

  queues(): readonly QueueState[] {
    return [
      {
        queue: 'feed_trades',
        size: Math.max(0, ...this.#used.values()),
        bound: this.#maxEach,
        overflows: this.#refused,
      },
      { queue: 'feeds_trades', size: this.#total, bound: this.#maxAll, overflows: this.#refused },
    ]
  }

  /** Updates the number of trades the owner buffers. */
  update(owner: object, count: number): void {
    this.#total += count - (this.#used.get(owner) ?? 0)
    if (count === 0) this.#used.delete(owner)
    else this.#used.set(owner, count)
  }
}

export interface WriterOptions {
  readonly symbol: string
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
  readonly tradeBudget: TradeBudget
  readonly commitSemaphore: Semaphore
  /** Limits the folding of closed minutes. */
  readonly closeSemaphore: Semaphore
  /** Exchange clock minus ours, ms; null while unknown. */
  readonly skewMs: () => number | null
  /** Called on trades and connection events: a commit may be due afterwards. */
  readonly onEvent: () => void
}

/** Result of a commit. */
export interface Written {
  readonly trades: number
  /** Gaps were opened or filled. */
  readonly gaps: boolean
}

/** Max trades per commit. */
const CHUNK = 20_000
/** Max lead of the stored watermark over the last sign of life (it runs 2 s behind, for 5 s after one). */
const AHEAD_MS = 3_000
/** If no message arrives for this long after subscribing, a break is ended by the exchange's clock. */
const QUIET_MS = 5_000
/** A break begins at the newest trade or, in a quiet market, this long before the last sign of life. */
const MAX_TRADE_AGE_MS = 60_000
/** Trade times further from our clock than this are implausible. */
const MAX_AHEAD_MS = DAY_MS
const MAX_BEHIND_MS = 366 * DAY_MS

/** Writes the received trades of one market into the tape: queue, clock, and unproven time ranges. */
export class MarketWriter {
  readonly clock: MarketClock
  readonly count = { trades: 0, late: 0, dropped: 0, refused: 0, losses: 0 }
  readonly #options: WriterOptions
  readonly #unproven = new UnprovenRange()
  readonly #pace = new CommitPace()
  #queue: TradeQueue | null = null
  #connected = false
  #overflows = false
  #closing: Promise<void> | null = null
  #isStopping = false
  #lastTradeTs: number | null = null
  /** ts of the newest trade received. */
  #newestTs = -Infinity
  #watermark = -Infinity

  constructor(options: WriterOptions) {
    this.#options = options
    this.clock = new MarketClock(options.skewMs)
  }

  /** ts of the newest stored trade. */
  get lastTradeTs(): number | null {
    return this.#lastTradeTs
  }

  /** The last watermark stored or published; null before the first. */
  get watermark(): number | null {
    return this.#watermark === -Infinity ? null : this.#watermark
  }

  /** Number of trades waiting for their commit. */
  get waiting(): number {
    return this.#queue?.length ?? 0
  }

  get duplicates(): number {
    return this.#queue?.duplicates ?? 0
  }

  /**
   * Whether repairs by time can predict what the feed will deliver: the subscription is confirmed and the exchange's
   * clock known.
   */
  get isSettled(): boolean {
    return this.#connected && this.clock.isKnown
  }

  /** Whether trades may be missing and the end of that range is not known yet. */
  get isBroken(): boolean {
    return this.#unproven.isBroken
  }

  /** How long trades are collected before they are committed. */
  get delayMs(): number {
    return this.#pace.delayMs
  }

  /** See `TradeQueue.dueAt`; an unproven range is due immediately. */
  dueAt(): number | null {
    return this.#queue?.dueAt() ?? null
  }

  /** Trades of one message of the feed. */
  trades(trades: Trades, atMs: number): void {
    this.#options.onEvent()
    this.count.trades += trades.length
    this.clock.alive(atMs)
    const queue = this.#queue
    if (queue === null || !this.#isPlausible(trades, atMs)) return
    if (this.#overflows || !this.#options.tradeBudget.admits(this, trades.length))
      return this.#overflow(trades.length, atMs)
    let newestTs = -Infinity
    for (let i = 0; i < trades.length; i++) if (trades.ts[i] > newestTs) newestTs = trades.ts[i]
    if (newestTs > this.#newestTs) this.#newestTs = newestTs
    // First message after a break: all later trades are received.
    this.#unproven.close(newestTs)
    queue.push(trades, atMs)
    this.#updateBudget()
  }

  connected(atMs: number): void {
    this.#options.onEvent()
    this.clock.alive(atMs)
    this.#connected = true
    this.#confirmWhereWhole(atMs)
  }

  /**
   * `provenUntilMs`: until when, by our clock, trades were certainly still arriving; default: the last sign of life.
   */
  disconnected(atMs: number, provenUntilMs: number | undefined): void {
    this.#options.onEvent()
    this.count.losses += 1
    this.#connected = false
    this.#breakLine(Math.min(atMs, provenUntilMs ?? atMs), atMs)
  }

  /**
   * A message could not be parsed: its trades are fetched again where ids show the gap, and the range is unproven where
   * they do not.
   */
  missed(atMs: number): void {
    this.#breakLine(atMs, atMs)
    this.#confirmWhereWhole(atMs)
  }

  /** Continues after the stored trades. `isKept`: every trade since then is in the queue or still to come. */
  resume(instrument: Instrument, lease: Lease, isKept: boolean): void {
    this.#isStopping = false
    if (this.#queue === null) this.#queue = new TradeQueue(instrument.ids, lease.nextId)
    else this.#queue.continueAt(lease.nextId)
    if (isKept) return
    this.#lastTradeTs = lease.lastTs
    if (lease.lastTs === null) return
    const storedUntil = Math.max(lease.lastTs, (lease.watermark ?? -Infinity) - AHEAD_MS)
    // Its end in the exchange's time is unknown before the first message: our clock may be off by any amount.
    this.#unproven.break(storedUntil)
  }

  /** Called when another process stores the market. */
  clear(): void {
    this.#connected = false
    this.#queue?.clear()
    this.#updateBudget()
  }

  /** Commits due trades, or publishes the clock. Keeps what could not be committed. */
  async write(lease: Lease): Promise<Written> {
    const queue = this.#queue as TradeQueue
    const { clock, store, commitSemaphore } = this.#options
    const byTime = lease.instrument.ids === 'none'
    this.#closeQuietBreak()
    const batch = queue.take(clock.now())
    const range = this.#unproven.take()
    const unproven = byTime ? range : null
    let written: Written = { trades: 0, gaps: false }
    if (batch.length > 0 || (unproven !== null && lease.lastTs !== null)) {
      written = await this.#commit(lease, batch, unproven, byTime)
    } else {
      this.#unproven.putBack(unproven)
      const watermark = this.clock.watermark(clock.now())
      // A stored watermark asserts that everything before it is known, so it waits for the end of a break.
      const isProven = !this.#unproven.isBroken
      if (isProven && queue.length === 0 && watermark > this.#watermark && lease.lastTs !== null) {
        await commitSemaphore.run(() => store.closeUpTo(lease, watermark, { closing: 'later' }))
        this.#watermark = watermark
      }
    }
    this.#updateBudget()
    this.#closePassed(lease)
    if (this.#overflows && queue.length === 0) {
      this.#overflows = false
      this.#confirmWhereWhole(clock.now())
    }
    return written
  }

  /** Waits for the minute being closed under this lease; no further one is closed. */
  async endLease(): Promise<void> {
    this.#isStopping = true
    await this.#closing
  }

  /** Folds the minutes that the watermark has passed, in a separate commit. A failure is retried. */
  #closePassed(lease: Lease): void {
    if (this.#closing !== null || !lease.hasPassedMinutes) return
    const { store, closeSemaphore } = this.#options
    const close = async (): Promise<void> => {
      if (!this.#isStopping && !lease.signal.aborted) await store.closePassed(lease)
    }
    this.#closing = closeSemaphore
      .run(close)
      .catch(() => undefined)
      .finally(() => (this.#closing = null))
  }

  async #commit(lease: Lease, batch: Trades, unproven: TimeRange | null, byTime: boolean): Promise<Written> {
    const { clock, store, commitSemaphore } = this.#options
    let done = 0
    let gaps = false
    let left = unproven
    try {
      do {
        const chunk = sliceTrades(batch, done, chunkEnd(batch, done))
        const isLast = done + chunk.length >= batch.length
        const newest = chunk.length > 0 ? chunk.ts[chunk.length - 1] : -Infinity
        if (chunk.length > 0) this.clock.trade(newest)
        const watermark = isLast ? Math.max(this.clock.watermark(clock.now()), lease.watermark ?? -Infinity) : newest
        const started = performance.now()
        const options: LiveOptions = {
          gaps: 'repairing',
          closing: 'later',
          ...(left === null ? { unbroken: byTime } : { unproven: left }),
        }
        const result = await commitSemaphore.run(() => store.appendLive(lease, chunk, watermark, options))
        this.#pace.add(performance.now() - started)
        this.count.late += chunk.length - result.trades.length - result.duplicates
        gaps ||= result.gaps
        left = null
        done += chunk.length
        if (chunk.length > 0) this.#lastTradeTs = Math.max(this.#lastTradeTs ?? -Infinity, newest)
        this.#watermark = Math.max(this.#watermark, watermark)
      } while (done < batch.length)
    } catch (error) {
      this.#queue?.putBack(sliceTrades(batch, done))
      this.#unproven.putBack(left)
      throw error
    }
    return { trades: done, gaps }
  }

  /**
   * Drops what does not fit: ids show the gap where there are any; otherwise the range is unproven. Repairs fetch both.
   */
  #overflow(count: number, atMs: number): void {
    const { log, symbol } = this.#options
    if (!this.#overflows) {
      log.warn({ symbol }, 'the database is away for long: trades are let go and fetched again later')
      this.#breakLine(atMs, atMs)
    }
    this.#overflows = true
    this.count.dropped += count
  }

  /**
   * Reject implausible timestamps: they would create thousands of partitions. The message is rejected as a whole; ids
   * show the gap where there are any.
   */
  #isPlausible(trades: Trades, atMs: number): boolean {
    const odd = trades.ts.find((ts) => ts > atMs + MAX_AHEAD_MS || ts < atMs - MAX_BEHIND_MS)
    if (odd === undefined) return true
    const { log, symbol } = this.#options
    if (this.count.refused === 0) log.error({ symbol, ts: odd }, 'trades with an impossible time are refused')
    this.count.refused += trades.length
    this.missed(atMs)
    return false
  }

  #breakLine(provenUntilMs: number, atMs: number): void {
    const { clock } = this
    const until = clock.exchangeTime(Math.min(provenUntilMs, clock.aliveAt === -Infinity ? Infinity : clock.aliveAt))
    // The newest trade's time does not depend on our clock, which may have been set since it was compared.
    const isRecent = this.#newestTs > until - MAX_TRADE_AGE_MS
    this.#unproven.break(isRecent ? Math.min(until, this.#newestTs) : until)
    if (clock.isKnown) this.#unproven.extend(clock.exchangeTime(atMs))
  }

  #confirmWhereWhole(atMs: number): void {
    if (this.#connected && !this.#overflows) this.#unproven.confirm(atMs)
  }

  #closeQuietBreak(): void {
    const at = this.#unproven.confirmedAt
    if (at === null || !this.clock.isKnown || this.#options.clock.now() - at < QUIET_MS) return
    this.#unproven.close(this.clock.exchangeTime(at) + BEHIND_MS)
  }

  #updateBudget(): void {
    this.#options.tradeBudget.update(this, this.waiting)
  }
}

/** Keep trades of the same millisecond together. */
function chunkEnd(batch: Trades, from: number): number {
  if (from + CHUNK >= batch.length) return batch.length
  const end = lowerBoundTs(batch, batch.ts[from + CHUNK])
  return end > from ? end : from + CHUNK
}
