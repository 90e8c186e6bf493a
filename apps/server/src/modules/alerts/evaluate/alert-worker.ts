import { randomUUID } from 'node:crypto'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { expireAlerts, waitedMarkets } from '../repository/alert-rows.ts'
import { holdMarket, releaseMarket } from '../repository/market-rows.ts'
import type { MarketKey } from '../repository/market-rows.ts'
import type { EvaluatorDeps } from './evaluator-deps.ts'
import { LogEnded, MarketEvaluator } from './market-evaluator.ts'
import { FencedError } from './record-hits.ts'

/** Max delay until new and changed alerts are noticed. */
const LOOK_EVERY_MS = 1000
/** Interval at which the permissions of owners are reloaded. */
const RELOAD_EVERY_MS = 60_000
/** Interval at which leases are renewed; they expire after 15 s. */
const HOLD_EVERY_MS = 5_000

interface Held {
  readonly key: MarketKey
  heldAt: number
  /** Null while starting, and after it ended. */
  evaluator: MarketEvaluator | null
  mark: string
  loadedAt: number
  /** The previous evaluator ended because the log could not be followed. */
  anew: boolean
  /** Log position and watermark at the last poll. */
  stood: string
}

export interface AlertWorkerOptions extends EvaluatorDeps {
  readonly bus: Bus
  /** Polling interval in ms; Infinity = only on request. */
  readonly lookEveryMs?: number
}

/**
 * Evaluates every market with waiting alerts; several workers may run at once, each market is leased by one. When a
 * worker crashes, its leases expire and another worker resumes from the stored position.
 */
export class AlertWorker {
  readonly #options: AlertWorkerOptions
  readonly #holder = randomUUID()
  readonly #held = new Map<string, Held>()
  readonly #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #stopped = false
  #failed = false

  constructor(options: AlertWorkerOptions) {
    this.#options = options
    const { lookEveryMs = LOOK_EVERY_MS } = options
    this.#timer = lookEveryMs === Infinity ? undefined : setInterval(() => void this.look(), lookEveryMs).unref()
  }

  /**
   * Acquires markets with waiting alerts, releases others, and advances the clocks. Never rejects: the next poll
   * retries.
   */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => {
        this.#failed = false
      })
      .catch((error: unknown) => {
        if (!this.#failed) this.#options.log.warn({ error: messageOf(error) }, 'alerts cannot be loaded, will retry')
        this.#failed = true
      })
      .finally(() => {
        this.#looking = null
      })
    return this.#looking
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all([...this.#held.values()].map((held) => this.#letGo(held)))
    this.#options.hub.close()
  }

  async #look(): Promise<void> {
    if (this.#stopped) return
    const { pool, clock, hub, freeDelayMs } = this.#options
    hub.tick(clock.now())
    await expireAlerts(pool, clock.now())
    const waited = await waitedMarkets(pool)
    for (const [symbol, mark] of waited) {
      await this.#keep({ symbol, delayed: false }, mark)
      if (freeDelayMs > 0) await this.#keep({ symbol, delayed: true }, mark)
    }
    for (const held of [...this.#held.values()]) if (!waited.has(held.key.symbol)) await this.#letGo(held)
  }

  async #keep(key: MarketKey, mark: string): Promise<void> {
    if (this.#stopped) return
    const { pool, clock } = this.#options
    const name = nameOf(key)
    const at = performance.now()
    const held = this.#held.get(name) ?? {
      key,
      heldAt: -Infinity,
      evaluator: null,
      mark,
      loadedAt: at,
      anew: false,
      stood: '',
    }
    if (at - held.heldAt >= HOLD_EVERY_MS) {
      if (!(await holdMarket(pool, key, this.#holder))) return this.#letGo(held)
      held.heldAt = at
      this.#held.set(name, held)
    }
    if (held.evaluator === null) await this.#start(held, mark)
    else if (held.mark !== mark || at - held.loadedAt >= RELOAD_EVERY_MS) {
      held.mark = mark
      held.loadedAt = at
      held.evaluator.reload()
    }
    held.evaluator?.tick(clock.now())
    if (held.evaluator !== null) this.#listenClosely(held, held.evaluator)
  }

  /** Frames of a feed in another process do not reach this process's bus: without new entries, poll the database. */
  #listenClosely(held: Held, evaluator: MarketEvaluator): void {
    const { symbol } = held.key
    const stands = evaluator.stands
    if (stands !== null && stands === held.stood) {
      this.#options.bus.publish(tapeTopic(symbol), {
        kind: 'resync',
        symbol,
        reason: 'no new entries',
      } satisfies TapeEvent)
    }
    held.stood = stands ?? ''
  }

  async #start(held: Held, mark: string): Promise<void> {
    const { store, log } = this.#options
    const { key } = held
    const instrument = await store.findInstrument(key.symbol)
    if (instrument === null) return
    held.mark = mark
    held.loadedAt = performance.now()
    const { anew } = held
    held.anew = false
    let isOver = false
    const onEnd = (error: unknown): void => {
      isOver = true
      held.evaluator = null
      held.anew = error instanceof LogEnded
      // Renew the lease before the next start.
      held.heldAt = -Infinity
      if (error instanceof LogEnded || error instanceof FencedError)
        log.info({ ...key, error: error.message }, 'restarting the evaluation of alerts')
      else log.warn({ ...key, err: error }, 'the evaluation of alerts failed')
    }
    try {
      const evaluator = await MarketEvaluator.start(this.#options, {
        key,
        holder: this.#holder,
        instrument,
        anew,
        onEnd,
      })
      if (!isOver) held.evaluator = evaluator
    } catch (error) {
      // A failing market must not stop the others.
      onEnd(error)
    }
  }

  async #letGo(held: Held): Promise<void> {
    this.#held.delete(nameOf(held.key))
    await held.evaluator?.stop()
    await releaseMarket(this.#options.pool, held.key, this.#holder).catch(() => undefined)
  }
}

const nameOf = ({ symbol, delayed }: MarketKey): string => `${symbol} ${delayed}`
