import { randomUUID } from 'node:crypto'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../../platform/bus/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import type { Held, Leases } from '../../../platform/lease/index.ts'
import type { QueueState } from '../../../platform/metrics/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { expireAlerts, findWaitingMarkets } from '../queries/alert-rows.ts'
import { claimMarket } from './evaluation-state.ts'
import type { MarketKey } from './evaluation-state.ts'
import type { EvaluatorDeps } from './record-hits.ts'
import { EvaluatorOverflow, LogEnded, MarketEvaluator, MAX_ITEMS } from './market-evaluator.ts'

/** Max delay until new and changed alerts are noticed. */
const POLL_MS = 1000
/** Interval at which the permissions of owners are reloaded. */
const RELOAD_EVERY_MS = 60_000

interface LeasedMarket {
  readonly key: MarketKey
  readonly lease: Held
  /** Null while starting, and after it ended. */
  evaluator: MarketEvaluator | null
  mark: string
  loadedAt: number
  /** The previous evaluator ended because the log could not be followed. */
  fromPresent: boolean
  /** Log position and watermark at the last poll. */
  lastPosition: string
}

export interface AlertWorkerOptions extends EvaluatorDeps {
  /** With a timeout: a frozen process loses its markets to another one. */
  readonly leases: Leases
  readonly bus: Bus
  /** Polling interval in ms; Infinity = only on request. */
  readonly pollMs?: number
}

/**
 * Evaluates every market with waiting alerts; several workers may run at once, each market is leased by one. When a
 * worker crashes, it loses its leases and another worker resumes from the stored position.
 */
export class AlertWorker {
  readonly #options: AlertWorkerOptions
  readonly #holder = randomUUID()
  readonly #leased = new Map<string, LeasedMarket>()
  readonly #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | null = null
  #stopped = false
  #overflows = 0
  #failed = false

  constructor(options: AlertWorkerOptions) {
    this.#options = options
    const { pollMs = POLL_MS } = options
    this.#timer = pollMs === Infinity ? undefined : setInterval(() => void this.poll(), pollMs).unref()
  }

  /**
   * Acquires markets with waiting alerts, releases others, and advances the clocks. Never rejects: the next poll
   * retries.
   */
  poll(): Promise<void> {
    this.#polling ??= this.#poll()
      .then(() => {
        this.#failed = false
      })
      .catch((error: unknown) => {
        if (!this.#failed) this.#options.log.warn({ error: messageOf(error) }, 'alerts cannot be loaded, will retry')
        this.#failed = true
      })
      .finally(() => {
        this.#polling = null
      })
    return this.#polling
  }

  queues(): readonly QueueState[] {
    const sizes = [...this.#leased.values()].map(({ evaluator }) => evaluator?.waitingCount ?? 0)
    const state = { queue: 'alert_items', bound: MAX_ITEMS }
    return [
      { ...state, size: 0, overflows: this.#overflows },
      ...sizes.map((size): QueueState => ({ ...state, size, overflows: 0 })),
    ]
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#polling
    await Promise.all([...this.#leased.values()].map((market) => this.#release(market)))
  }

  async #poll(): Promise<void> {
    if (this.#stopped) return
    const { pool, clock, hub, freeDelayMs } = this.#options
    hub.tick(clock.now())
    await expireAlerts(pool, clock.now())
    const waiting = await findWaitingMarkets(pool)
    for (const [symbol, mark] of waiting) {
      await this.#maintain({ symbol, delayed: false }, mark)
      if (freeDelayMs > 0) await this.#maintain({ symbol, delayed: true }, mark)
    }
    for (const market of [...this.#leased.values()]) if (!waiting.has(market.key.symbol)) await this.#release(market)
  }

  async #maintain(key: MarketKey, mark: string): Promise<void> {
    if (this.#stopped) return
    const { clock } = this.#options
    const at = performance.now()
    const held = this.#leased.get(nameOf(key))
    if (held?.lease.signal.aborted === true) await this.#release(held)
    const market = held?.lease.signal.aborted === false ? held : await this.#lease(key, mark)
    if (market === null) return
    if (market.evaluator === null) await this.#start(market, mark)
    else if (market.mark !== mark || at - market.loadedAt >= RELOAD_EVERY_MS) {
      market.mark = mark
      market.loadedAt = at
      market.evaluator.reload()
    }
    market.evaluator?.tick(clock.now())
    if (market.evaluator !== null) this.#requestResync(market, market.evaluator)
  }

  /** Null: another worker has the market. */
  async #lease(key: MarketKey, mark: string): Promise<LeasedMarket | null> {
    const { pool, leases } = this.#options
    const fence = (): Promise<void> => claimMarket(pool, key, this.#holder)
    const lease = await leases.tryTake({ kind: 'alerts', about: nameOf(key) }, { fence })
    if (lease === null) return null
    const loadedAt = performance.now()
    const market = { key, lease, evaluator: null, mark, loadedAt, fromPresent: false, lastPosition: '' }
    this.#leased.set(nameOf(key), market)
    return market
  }

  /** The bus may lose frames of other nodes: without new entries, this node polls the database. */
  #requestResync(market: LeasedMarket, evaluator: MarketEvaluator): void {
    const { symbol } = market.key
    const position = evaluator.position
    if (position !== null && position === market.lastPosition) {
      this.#options.bus.deliver(tapeTopic(symbol), {
        kind: 'resync',
        symbol,
        reason: 'no new entries',
      } satisfies TapeEvent)
    }
    market.lastPosition = position ?? ''
  }

  async #start(market: LeasedMarket, mark: string): Promise<void> {
    const { store, log } = this.#options
    const { key } = market
    const instrument = await store.findInstrument(key.symbol)
    if (instrument === null) return
    market.mark = mark
    market.loadedAt = performance.now()
    const { fromPresent } = market
    market.fromPresent = false
    let isOver = false
    const onEnd = (error: unknown): void => {
      isOver = true
      market.evaluator = null
      market.fromPresent = error instanceof LogEnded
      // Another worker has claimed the market before this one learned of the loss of its lease.
      if (error instanceof FencedError) void market.lease.release()
      if (error instanceof EvaluatorOverflow) this.#overflows += 1
      if (error instanceof LogEnded || error instanceof FencedError)
        log.info({ ...key, error: error.message }, 'restarting the evaluation of alerts')
      else log.warn({ ...key, err: error }, 'the evaluation of alerts failed')
    }
    try {
      const evaluator = await MarketEvaluator.start(this.#options, {
        key,
        holder: this.#holder,
        instrument,
        fromPresent,
        onEnd,
      })
      if (!isOver) market.evaluator = evaluator
    } catch (error) {
      // A failing market must not stop the others.
      onEnd(error)
    }
  }

  async #release(market: LeasedMarket): Promise<void> {
    this.#leased.delete(nameOf(market.key))
    await market.evaluator?.stop()
    await market.lease.release()
  }
}

const nameOf = ({ symbol, delayed }: MarketKey): string => `${symbol} ${delayed}`
