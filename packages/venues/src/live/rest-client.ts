import { backoffMs } from '@flowprint/orderflow'
import { retry } from '../retry.ts'
import { RestRefusal } from './adapter.ts'
import type { RestRequest, RestSection } from './adapter.ts'
import { setTimeout as sleep } from 'node:timers/promises'

interface RestClientOptions {
  readonly base: string
  readonly budget: RestBudget
  readonly attempts: number
  readonly retryBaseMs: number
  readonly timeoutMs: number
  readonly clock: () => number
}

const RETRY_CAP_MS = 30_000

/** Maximum Retry-After honoured within one request; the budget stays paused for as long as the venue asked. */
const MAX_RETRY_AFTER_MS = 300_000

/** 418: sent by Binance to clients that continue after 429. */
const TOO_MANY = new Set([429, 418])

/** REST access to one section for one caller. */
export class RestClient implements RestSection {
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
  readonly #options: RestClientOptions

  constructor(options: RestClientOptions, signal?: AbortSignal) {
    this.#options = options
    this.signal = signal
    this.clock = options.clock
  }

  async json(request: RestRequest): Promise<unknown> {
    return this.#attempt(request, (body): unknown => JSON.parse(body))
  }

  async text(request: RestRequest): Promise<string> {
    return this.#attempt(request, (body) => body)
  }

  /** `read` is part of the attempt: a truncated response is a failure like any other. */
  async #attempt<T>(request: RestRequest, read: (body: string) => T): Promise<T> {
    const { budget, attempts, retryBaseMs } = this.#options
    const backoff = { baseMs: retryBaseMs, maxMs: RETRY_CAP_MS, jitter: 1 }
    return retry(
      async () => {
        await budget.take(request.weight ?? 1, this.signal)
        return read(await this.#once(request))
      },
      {
        attempts,
        signal: this.signal,
        delayMs(error, failures) {
          if (error instanceof RestRefusal) return null
          return error instanceof RetryAfter ? error.ms : backoffMs(failures, backoff, Math.random)
        },
      },
    )
  }

  async #once(request: RestRequest): Promise<string> {
    const { base, timeoutMs, budget } = this.#options
    const url = new URL(base + request.path)
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, {
      signal: this.signal === undefined ? timeout : AbortSignal.any([this.signal, timeout]),
      ...(request.body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    })
    const body = await response.text()
    if (response.ok) return body
    const what = `${request.path} answered ${response.status}: ${body.slice(0, 200)}`
    const asked = Number(response.headers.get('retry-after') ?? NaN) * 1000
    if (TOO_MANY.has(response.status) || (response.status >= 500 && asked >= 0)) {
      const ms = Number.isFinite(asked) ? asked : 1_000
      budget.pause(ms)
      throw new RetryAfter(Math.min(ms, MAX_RETRY_AFTER_MS), what)
    }
    if (response.status >= 500) throw new Error(what)
    throw new RestRefusal(response.status, what)
  }
}

class RetryAfter extends Error {
  readonly ms: number
  constructor(ms: number, message: string) {
    super(message)
    this.ms = ms
  }
}

/** Share of a window's weight that may be spent at once. */
const BURST_SHARE = 0.2

/**
 * Token bucket of request weight. Spending in any window stays below the weight plus a burst, both chosen to stay under
 * the venue's limit.
 */
export class RestBudget {
  readonly #perMs: number
  readonly #capacity: number
  #level: number
  #atMs: number
  #closedUntilMs = 0
  #queue: Promise<void> = Promise.resolve()

  constructor(weight: number, windowMs: number) {
    this.#perMs = weight / windowMs
    this.#capacity = Math.max(1, weight * BURST_SHARE)
    this.#level = this.#capacity
    this.#atMs = performance.now()
  }

  /** Waits for enough weight, in FIFO order. */
  async take(weight: number, signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#spend(weight, signal))
    this.#queue = turn.catch(() => {})
    return turn
  }

  /** Pauses all requests, as the venue asked. */
  pause(ms: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, performance.now() + ms)
  }

  async #spend(weight: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const now = performance.now()
      this.#level = Math.min(this.#capacity, this.#level + (now - this.#atMs) * this.#perMs)
      this.#atMs = now
      // A request heavier than the bucket takes a full one and leaves a debt.
      const missing = Math.min(weight, this.#capacity) - this.#level
      const wait = Math.max(this.#closedUntilMs - now, missing / this.#perMs)
      if (wait <= 0) break
      await sleep(Math.ceil(wait), undefined, signal === undefined ? {} : { signal })
    }
    this.#level -= weight
  }
}

const shared = new Map<string, RestBudget>()

/** The one budget of an address in this process: venues count by IP. */
export function sharedBudget(base: string, weight: number, windowMs: number): RestBudget {
  let budget = shared.get(base)
  if (budget === undefined) shared.set(base, (budget = new RestBudget(weight, windowMs)))
  return budget
}
