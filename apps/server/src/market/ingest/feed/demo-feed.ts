import { setImmediate as nextTurn } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { DEMO_MARKETS, DEMO_SEED, createSimulator } from '@flowprint/venues'
import type { SimulatedMarket, Simulator } from '@flowprint/venues'
import { delay, Semaphore } from '../../../platform/async/index.ts'
import type { Bus, FeedState, TapeEvent } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore, Instrument, Lease } from '../../store/index.ts'
import type { Trades } from '@flowprint/orderflow'
import { tapeTopic } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'

export interface DemoFeedOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly env: Pick<Env, 'demo' | 'freeDelayMinutes'>
  /** Default: the built-in markets. */
  readonly markets?: readonly SimulatedMarket[]
  readonly seed?: number
}

export interface DemoFeed {
  /**
   * Resolves when every market has its history and is live, or was given up. Waits as long as another process follows
   * them.
   */
  readonly live: Promise<void>
  /** Stops after the commit in progress and releases the leases. */
  stop(): Promise<void>
}

/**
 * Max delay of readers that the initial history accounts for: a larger one would make the first start slow. Readers
 * with a longer delay see no movement for that time.
 */
const MAX_DELAY_MS = 30 * MINUTE_MS
/** Max time a market waits for the one before it, which another process may be following for days. */
const HEAD_START_MS = 5_000

/**
 * Follows the simulated markets: generates up to three days of history at once, then appends trades by the clock.
 * Returns immediately. When the database or the lease is lost, it logs and retries indefinitely.
 */
export function startDemoFeed(options: DemoFeedOptions): DemoFeed {
  const { env, markets = DEMO_MARKETS, seed = DEMO_SEED } = options
  if (!env.demo) return { live: Promise.resolve(), stop: () => Promise.resolve() }
  const stopping = new AbortController()
  // Long work runs sequentially, in order of the markets, so that the first market is ready as early as possible.
  const turns = new Semaphore(1)
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => turns.run(work)
  const delayMs = Math.min(env.freeDelayMinutes * MINUTE_MS, MAX_DELAY_MS)
  const followers: DemoFollower[] = []
  for (const market of markets) {
    const before = followers.at(-1)?.live ?? Promise.resolve()
    const after = Promise.race([before, delay(HEAD_START_MS, { signal: stopping.signal, ref: false })])
    followers.push(new DemoFollower({ ...options, market, seed, delayMs, inTurn, after, signal: stopping.signal }))
  }
  const runs = followers.map((follower) => follower.run())
  return {
    live: Promise.all(followers.map((follower) => follower.live)).then(() => undefined),
    async stop() {
      stopping.abort()
      await Promise.all(runs)
    },
  }
}

/** Max history generated, at the first start or after a pause. */
const HISTORY_MS = 72 * HOUR_MS
/**
 * A pause longer than this, and than the reader delay, is filled by an import; a shorter one by live commits of
 * SLICE_MS each.
 */
const IMPORT_FROM_MS = 60_000
/** Max span of a live commit: trades older than watermark - 2000 would be late (stream rule 2). */
const SLICE_MS = 2_000
const TICK_MS = 100
/** Min frequency of clock updates when nothing trades. */
const CLOCK_MS = 1_000
const RETRY_MS = 2_000

export interface DemoFollowerOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly market: SimulatedMarket
  readonly seed: number
  /** Delay of delayed readers, ms. */
  readonly delayMs: number
  /** Settles when it is this market's turn; its instrument is created immediately. */
  readonly after: Promise<unknown>
  /** Runs long work of several followers sequentially. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly signal: AbortSignal
}

/**
 * Keeps the tape of one simulated market up to date, under its lease. Trades are a function of the seed and the time,
 * so after a crash the next holder continues with exactly the next trade.
 */
class DemoFollower {
  /** Resolves when the market is live for the first time, or is no longer followed. */
  readonly live: Promise<void>
  readonly #options: DemoFollowerOptions
  readonly #simulator: Simulator
  #becameLive: () => void = () => undefined
  #state: FeedState | null = null
  /** Everything with ts < #done is stored. */
  #done = 0
  /** The watermark of the last commit. */
  #published = 0

  constructor(options: DemoFollowerOptions) {
    this.#options = options
    this.#simulator = createSimulator({ seed: options.seed, market: options.market })
    this.live = new Promise((resolve) => {
      this.#becameLive = resolve
    })
  }

  /** Runs until the signal aborts, or until the stored tape turns out to be a different one. Never rejects. */
  async run(): Promise<void> {
    const { signal, log, market } = this.#options
    let continues = true
    while (continues && !signal.aborted) {
      try {
        continues = await this.#followUnderLease()
      } catch (error) {
        if (signal.aborted) break
        log.warn({ symbol: market.symbol, error: messageOf(error) }, 'the simulated feed was interrupted, will retry')
        this.#publishState('stale')
        await delay(RETRY_MS, { signal })
      }
    }
    this.#becameLive()
  }

  /** Returns false when the tape cannot be followed at all. */
  async #followUnderLease(): Promise<boolean> {
    const { store, market, signal, after } = this.#options
    const instrument = await store.ensureInstrument({
      symbol: market.symbol,
      exchange: market.exchange,
      kind: market.kind,
      label: market.label,
      tickSize: market.tickSize,
      lotSize: market.lotSize,
      side: 'given',
      qtyUnit: 'base',
      ids: 'fills',
      live: true,
      simulated: true,
    })
    await after
    const lease = await store.acquireLease(instrument, signal)
    const holding = AbortSignal.any([signal, lease.signal])
    try {
      const resumeAt = this.#resumeAt(lease)
      if (resumeAt === null) return false
      this.#done = resumeAt
      while (!holding.aborted) {
        await this.#catchUp(instrument, lease, holding)
        if (!holding.aborted) await delay(TICK_MS, { signal: holding })
      }
    } finally {
      await lease.release().catch(() => undefined)
    }
    if (!signal.aborted) throw new Error('the lease was lost')
    return true
  }

  /** The time up to which the tape is complete, or null when it does not belong to this simulation. */
  #resumeAt(lease: Lease): number | null {
    const { lastTs, nextId, watermark } = lease
    if (lastTs === null) return -Infinity
    const last = this.#simulator.trades(lastTs, lastTs + 1)
    const expected = last.length === 0 ? null : last.id[last.length - 1] + last.fills[last.length - 1]
    if (nextId === expected) return Math.max(lastTs + 1, watermark ?? 0)
    const { log, market } = this.#options
    log.error(
      { symbol: market.symbol, nextId, expected },
      'the stored tape was made by another simulation and is not continued: delete it to follow this one',
    )
    return null
  }

  async #catchUp(instrument: Instrument, lease: Lease, holding: AbortSignal): Promise<void> {
    const { clock, inTurn, store, delayMs } = this.#options
    if (clock.now() - this.#done > IMPORT_FROM_MS + delayMs) {
      await inTurn(() => this.#importMissed(instrument, lease, holding))
    }
    while (!holding.aborted) {
      const now = clock.now()
      const to = Math.min(now, this.#done + SLICE_MS)
      // The system clock was set back: wait until it catches up.
      if (to <= this.#done) break
      const trades = this.#simulator.trades(this.#done, to)
      if (trades.length > 0 || to - this.#published >= CLOCK_MS) {
        await store.appendLive(lease, trades, to)
        this.#published = to
        this.#done = to
      }
      if (to === now) break
      if (trades.length === 0) this.#done = to
    }
    if (!holding.aborted && this.#state !== 'live') {
      this.#publishState('live')
      this.#becameLive()
    }
  }

  /**
   * Fills a long pause, or the initial history, with one commit; trades more than three days back are never generated.
   * It ends where delayed readers are: they receive an import as a whole once all of it may be seen, and would see no
   * movement until then. The rest follows as live commits.
   */
  async #importMissed(instrument: Instrument, lease: Lease, holding: AbortSignal): Promise<void> {
    const { clock, store, log, market, delayMs } = this.#options
    const to = clock.now() - delayMs
    const first = this.#done === -Infinity
    // Start at a whole hour, so that the first bars are complete.
    const oldest = Math.ceil((to - HISTORY_MS) / HOUR_MS) * HOUR_MS
    const from = Math.max(this.#done, oldest)
    if (from > this.#done && !first) {
      log.warn(
        { symbol: market.symbol, from: iso(this.#done), to: iso(from) },
        'the pause was longer than three days: a gap stays',
      )
    }
    const started = performance.now()
    const result = await store.importRun(instrument, this.#hours(from, to, holding), {
      covers: { from, to },
      proof: 'ids',
      reason: 'backfill',
      watermark: to,
      lease,
    })
    this.#done = to
    this.#published = to
    await store.refreshRecommended(instrument)
    const seconds = Math.round(performance.now() - started) / 1000
    log.info(
      { symbol: market.symbol, from: iso(from), to: iso(to), trades: result.imported, seconds },
      'simulated history stored',
    )
  }

  /** Yields the trades of [from, to) hour by hour, giving other work a turn in between. */
  async *#hours(from: number, to: number, holding: AbortSignal): AsyncGenerator<Trades> {
    const { log, market } = this.#options
    const whole = to - from
    let logged = 0
    for (let at = from; at < to;) {
      holding.throwIfAborted()
      const end = Math.min((Math.floor(at / HOUR_MS) + 1) * HOUR_MS, to)
      yield this.#simulator.trades(at, end)
      at = end
      const percent = Math.floor((100 * (at - from)) / whole)
      if (percent >= logged + 25) {
        logged = percent - (percent % 25)
        log.info({ symbol: market.symbol, percent: logged }, 'making simulated history')
      }
      await nextTurn()
    }
  }

  #publishState(state: FeedState): void {
    const { bus, clock, market } = this.#options
    this.#state = state
    const event: TapeEvent = {
      kind: 'status',
      symbol: market.symbol,
      state,
      lagMs: this.#done > 0 ? Math.max(0, clock.now() - this.#done) : 0,
    }
    bus.publish(tapeTopic(market.symbol), event)
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
