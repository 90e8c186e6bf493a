import { randomInt } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ruleOf } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Log } from '../log/index.ts'
import { addGauge, addTotal } from '../metrics/index.ts'
import type { Sample } from '../metrics/index.ts'
import { overloaded } from './app-error.ts'
import { whenEnded } from './when-ended.ts'

/** 0: every call is answered. 1: expensive calls are refused. 2: only calls that must never be refused are answered. */
export type LoadLevel = 0 | 1 | 2

/** A pool of database connections and its queue. */
interface WaitingPool {
  readonly waitingCount: number
  readonly maxWaiting?: number
}

export interface LoadOptions {
  /** Mean delay of the event loop, ms, above which the level is 1; three times as much is level 2. 0: not observed. */
  readonly maxLoopDelayMs: number
  /** Pools that calls wait for. */
  readonly pools: readonly WaitingPool[]
  readonly log: Log
  readonly now?: () => number
}

/** Bounds of level 1 and level 2. */
const IN_FLIGHT = [300, 1_000] as const
/** Share of the queue of a pool. */
const POOL_SHARE = [0.25, 0.75] as const
const LOOP_FACTOR = [1, 3] as const

/** Timers of a loop without load are late by about this much. */
const RESOLUTION_MS = 10
const SAMPLE_MS = 500
/** The level falls only when its bounds were not reached for this long. */
const CALM_MS = 2_000
/** When a refused call may be repeated, s: a range, so that clients do not return together. */
const RETRY_SECONDS = [
  [1, 1],
  [2, 5],
  [5, 10],
] as const

/** Observes how busy this process is: the event loop, calls in progress, and the queues for database connections. */
export class LoadMonitor {
  readonly #options: LoadOptions
  readonly #now: () => number
  readonly #histogram
  readonly #timer: NodeJS.Timeout
  #loopDelayMs = 0
  #inFlight = 0
  #level: LoadLevel = 0
  #reachedAt = -Infinity
  /** Refused calls by level. */
  readonly refused = [0, 0, 0]

  constructor(options: LoadOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#histogram = options.maxLoopDelayMs > 0 ? monitorEventLoopDelay({ resolution: RESOLUTION_MS }) : null
    this.#histogram?.enable()
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get loopDelayMs(): number {
    return this.#loopDelayMs
  }

  /** The level now. It rises at once and falls after a calm time. */
  level(): LoadLevel {
    const now = this.#now()
    const current = this.#measure()
    if (current >= this.#level) {
      if (current > 0) this.#reachedAt = now
      if (current > this.#level) this.#change(current)
    } else if (now - this.#reachedAt >= CALM_MS) {
      this.#change(current)
      this.#reachedAt = now
    }
    return this.#level
  }

  /** Counts a call until the returned function is called. */
  enter(): () => void {
    this.#inFlight += 1
    return () => (this.#inFlight -= 1)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#histogram?.disable()
  }

  #sample(): void {
    const { mean } = this.#histogram ?? { mean: Number.NaN }
    this.#histogram?.reset()
    // No timer fired in this interval when the mean is not a number.
    this.#loopDelayMs = Number.isNaN(mean) ? 0 : Math.max(0, mean / 1e6 - RESOLUTION_MS)
    this.level()
  }

  #measure(): LoadLevel {
    const reaches = (i: 0 | 1): boolean => {
      const { maxLoopDelayMs, pools } = this.#options
      if (maxLoopDelayMs > 0 && this.#loopDelayMs > maxLoopDelayMs * LOOP_FACTOR[i]) return true
      if (this.#inFlight >= IN_FLIGHT[i]) return true
      return pools.some(({ waitingCount, maxWaiting = Infinity }) => waitingCount >= maxWaiting * POOL_SHARE[i])
    }
    return reaches(1) ? 2 : reaches(0) ? 1 : 0
  }

  #change(level: LoadLevel): void {
    const { log, pools } = this.#options
    const about = {
      overloadLevel: level,
      loopDelayMs: Math.round(this.#loopDelayMs),
      inFlight: this.#inFlight,
      poolWaiting: pools.map(({ waitingCount }) => waitingCount),
    }
    if (level > this.#level) log.warn(about, 'overloaded: calls are refused')
    else if (level === 0) log.info(about, 'no longer overloaded')
    this.#level = level
  }
}

const isShed = ({ kind, shed }: RouteRule, level: LoadLevel): boolean =>
  kind === 'call' && shed !== 'never' && (level === 2 || (level === 1 && shed === 'first'))

/**
 * Refuses calls with 503 and Retry-After while the process is overloaded: those whose definition says `shed: 'first'`
 * before the others, and those with `shed: 'never'` not at all. Pages and files are always answered. Register it before
 * hooks that query the database.
 */
export function addLoadShedding(app: FastifyInstance, monitor: LoadMonitor): void {
  app.addHook('onRequest', async (request, reply) => {
    const rule = ruleOf(request.method, request.routeOptions.url ?? '')
    if (rule === undefined || rule.kind !== 'call') return
    const level = monitor.level()
    if (level > 0 && isShed(rule, level)) {
      monitor.refused[level] += 1
      const [from, to] = RETRY_SECONDS[level]
      throw overloaded(randomInt(from, to + 1))
    }
    // A stream lasts for hours and is counted elsewhere.
    if (request.headers.upgrade === undefined) whenEnded(reply, monitor.enter())
  })
  app.addHook('onClose', async () => monitor.close())
}

export function addLoadMetrics(registry: Registry, monitor: LoadMonitor): void {
  const gauge = (name: string, help: string, read: () => number): void =>
    addGauge(registry, { name, help }, () => [[{}, read()]])
  gauge('overload_level', '1: expensive calls are refused; 2: only essential calls are answered', () => monitor.level())
  gauge('http_requests_in_flight', 'Calls in progress', () => monitor.inFlight)
  gauge(
    'event_loop_delay_seconds',
    'Mean delay of the event loop, as load shedding sees it',
    () => monitor.loopDelayMs / 1000,
  )
  addTotal(
    registry,
    { name: 'http_refused_total', help: 'Calls refused with 503 because of overload', labelNames: ['level'] },
    () => [1, 2].map((level): Sample => [{ level: String(level) }, monitor.refused[level]]),
  )
}
