import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from './backoff.ts'
import type { RestBudget } from './rest-budget.ts'
import { RestRefusal, type RestRequest, type RestSection } from './rest-section.ts'

export interface RestClientOptions {
  readonly base: string
  readonly budget: RestBudget
  readonly attempts: number
  readonly retryBaseMs: number
  readonly timeoutMs: number
  readonly clock: () => number
}

const RETRY_CAP_MS = 30_000

/** Maximum Retry-After honoured within one request; the budget stays paused for as long as the venue asked. */
const LONGEST_RETRY_AFTER_MS = 300_000

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
    for (let attempt = 0; ; attempt++) {
      await budget.take(request.weight ?? 1, this.signal)
      try {
        return read(await this.#once(request))
      } catch (error) {
        this.signal?.throwIfAborted()
        if (error instanceof RestRefusal || attempt + 1 >= attempts) throw error
        const wait = error instanceof RetryAfter ? error.ms : backoffMs(attempt, retryBaseMs, RETRY_CAP_MS, Math.random)
        await sleep(wait, undefined, this.signal === undefined ? {} : { signal: this.signal })
      }
    }
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
      throw new RetryAfter(Math.min(ms, LONGEST_RETRY_AFTER_MS), what)
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
