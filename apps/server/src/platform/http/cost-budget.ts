import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../clock/index.ts'
import type { NodeExchange } from '../exchange/index.ts'
import type { QueueState } from '../metrics/index.ts'
import { AppError } from './app-error.ts'

/** Max remembered callers; above it those with a full budget are dropped, or else the one seen first. */
const MAX_CALLERS = 10_000

interface Balance {
  units: number
  at: number
}

/** Units that a node charged since its last message, by caller. */
type Charges = Readonly<Record<string, number>>

export interface CostBudgetOptions {
  /** Of this budget among the nodes that share it. */
  readonly name: string
  /** Per caller and period. */
  readonly units: number
  /** Default: a minute. */
  readonly periodMs?: number
  readonly clock: Pick<Clock, 'now'>
  readonly exchange: NodeExchange
}

/**
 * Token bucket in units of cost. A call is admitted while its caller's balance is positive and charged with what it really
 * cost, so one expensive call may overdraw the balance, by a period's units at most; the next waits until it is positive.
 * Nodes that share a bus charge each other's callers as well: a budget is exceeded at most by what other nodes charged
 * since their last message.
 */
export class CostBudget {
  readonly #units: number
  readonly #periodMs: number
  readonly #clock: Pick<Clock, 'now'>
  readonly #balances = new Map<string, Balance>()
  /** Not yet sent to other nodes; null in a single process. */
  #unsent: Map<string, number> | null = null

  constructor({ name, units, periodMs = MINUTE_MS, clock, exchange }: CostBudgetOptions) {
    this.#units = units
    this.#periodMs = periodMs
    this.#clock = clock
    if (!exchange.isShared) return
    this.#unsent = new Map()
    exchange.join<Charges>(`costs:${name}`, {
      collect: () => this.#collect(),
      receive: (_node, charges) => {
        for (const [caller, charged] of Object.entries(charges)) this.#charge(caller, charged)
      },
    })
  }

  /** Number of remembered callers. */
  get callerCount(): number {
    return this.#balances.size
  }

  /** Throws AppError RATE_LIMITED while the balance is used up. */
  admit(caller: string): void {
    const { units } = this.#refilled(caller)
    if (units > 0) return
    const seconds = Math.max(1, Math.ceil((-units / this.#units) * (this.#periodMs / 1000)))
    throw new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
  }

  charge(caller: string, units: number): void {
    this.#charge(caller, units)
    this.#unsent?.set(caller, (this.#unsent.get(caller) ?? 0) + units)
  }

  /** null: nothing was charged. Messages may be lost: charges are never sent twice. */
  #collect(): Charges | null {
    if (this.#unsent === null || this.#unsent.size === 0) return null
    const charges = Object.fromEntries(this.#unsent)
    this.#unsent = new Map()
    return charges
  }

  #charge(caller: string, units: number): void {
    const balance = this.#refilled(caller)
    balance.units = Math.max(-this.#units, balance.units - units)
  }

  #refilled(caller: string): Balance {
    const now = this.#clock.now()
    const known = this.#balances.get(caller)
    if (known === undefined) {
      if (this.#balances.size >= MAX_CALLERS) this.#makeRoom(now)
      const balance = { units: this.#units, at: now }
      this.#balances.set(caller, balance)
      return balance
    }
    known.units = this.#unitsAt(known, now)
    known.at = now
    return known
  }

  #unitsAt({ units, at }: Balance, now: number): number {
    return Math.min(this.#units, units + (Math.max(0, now - at) * this.#units) / this.#periodMs)
  }

  #makeRoom(now: number): void {
    for (const [caller, balance] of this.#balances)
      if (this.#unitsAt(balance, now) >= this.#units) this.#balances.delete(caller)
    const [first] = this.#balances.keys()
    if (first !== undefined && this.#balances.size >= MAX_CALLERS) this.#balances.delete(first)
  }
}

export interface FairSemaphoreOptions {
  /** Max concurrent tasks, in total and per caller. */
  readonly maxActive: number
  readonly maxActivePerCaller: number
  /** Max queued tasks. */
  readonly maxWaiting: number
  readonly maxWaitingPerCaller: number
  readonly maxWaitMs: number
}

interface Waiting {
  readonly caller: string
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

/** FIFO semaphore with a limit for each caller: a caller at that limit does not delay the others. */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  readonly #active = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #activeCount = 0
  #refusedCount = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  get activeCount(): number {
    return this.#activeCount
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  /** Queued tasks, for metrics. */
  queue(name: string): QueueState {
    return { queue: name, size: this.waitingCount, bound: this.#options.maxWaiting, overflows: this.#refusedCount }
  }

  /**
   * Waits for a slot. Returns the function that releases it; further calls of it do nothing. ¶ Throws AppError when no
   * slot comes in time: RATE_LIMITED when the caller uses too many, OVERLOADED when all callers together do; the
   * signal's reason when it aborts.
   */
  async enter(caller: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (!this.#hasRoom(caller)) await this.#wait(caller, signal)
    else this.#start(caller)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#end(caller)
    }
  }

  #wait(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerCaller, maxWaitMs } = this.#options
    const ofCaller = this.#waiting.filter((entry) => entry.caller === caller).length
    if (ofCaller >= maxWaitingPerCaller) throw this.#refusal(caller, maxWaitMs, true)
    if (this.#waiting.length >= maxWaiting) throw this.#refusal(caller, maxWaitMs)
    return new Promise<void>((resolve, reject) => {
      const done = (finish: () => void): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        const at = this.#waiting.indexOf(entry)
        if (at >= 0) this.#waiting.splice(at, 1)
        finish()
      }
      const onAbort = (): void => entry.refuse(signal?.reason)
      const entry: Waiting = { caller, start: () => done(resolve), refuse: (reason) => done(() => reject(reason)) }
      const timer = setTimeout(() => entry.refuse(this.#refusal(caller, maxWaitMs)), maxWaitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(entry)
    })
  }

  #refusal(caller: string, maxWaitMs: number, isOwnFault = this.#isAtLimit(caller)): AppError {
    this.#refusedCount += 1
    const seconds = Math.ceil(maxWaitMs / 2000)
    const slug = isOwnFault ? 'RATE_LIMITED' : 'OVERLOADED'
    return new AppError(slug, { params: { seconds }, data: { retry_after: seconds } })
  }

  #isAtLimit(caller: string): boolean {
    return (this.#active.get(caller) ?? 0) >= this.#options.maxActivePerCaller
  }

  #hasRoom(caller: string): boolean {
    return this.#activeCount < this.#options.maxActive && !this.#isAtLimit(caller)
  }

  #start(caller: string): void {
    this.#activeCount += 1
    this.#active.set(caller, (this.#active.get(caller) ?? 0) + 1)
  }

  #end(caller: string): void {
    this.#activeCount -= 1
    const left = (this.#active.get(caller) ?? 1) - 1
    if (left === 0) this.#active.delete(caller)
    else this.#active.set(caller, left)
    for (let next = this.#next(caller); next !== undefined; next = this.#next(caller)) {
      this.#start(next.caller)
      next.start()
    }
  }

  /** Round robin: other callers come before the one that was just served. */
  #next(last: string): Waiting | undefined {
    const ready = this.#waiting.filter(({ caller }) => this.#hasRoom(caller))
    return ready.find(({ caller }) => caller !== last) ?? ready[0]
  }
}
