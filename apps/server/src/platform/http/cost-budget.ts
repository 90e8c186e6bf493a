import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../clock/index.ts'
import { AppError } from './app-error.ts'

/** Max remembered callers; above it those with a full budget are dropped. */
const MAX_CALLERS = 10_000

interface Balance {
  units: number
  at: number
}

/**
 * Token bucket in units of cost. A call is admitted while its caller's balance is positive and charged with what it really
 * cost, so one expensive call may overdraw the balance, by a minute's units at most; the next waits until it is positive.
 */
export class CostBudget {
  readonly #perMinute: number
  readonly #clock: Pick<Clock, 'now'>
  readonly #balances = new Map<string, Balance>()

  constructor(perMinute: number, clock: Pick<Clock, 'now'>) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Throws AppError RATE_LIMITED while the balance is used up. */
  admit(caller: string): void {
    const { units } = this.#refilled(caller)
    if (units > 0) return
    const seconds = Math.max(1, Math.ceil((-units / this.#perMinute) * 60))
    throw new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
  }

  charge(caller: string, units: number): void {
    const balance = this.#refilled(caller)
    balance.units = Math.max(-this.#perMinute, balance.units - units)
  }

  #refilled(caller: string): Balance {
    const now = this.#clock.now()
    const known = this.#balances.get(caller)
    if (known === undefined) {
      if (this.#balances.size >= MAX_CALLERS) this.#dropFull(now)
      const balance = { units: this.#perMinute, at: now }
      this.#balances.set(caller, balance)
      return balance
    }
    known.units = this.#unitsAt(known, now)
    known.at = now
    return known
  }

  #unitsAt({ units, at }: Balance, now: number): number {
    return Math.min(this.#perMinute, units + (Math.max(0, now - at) * this.#perMinute) / MINUTE_MS)
  }

  #dropFull(now: number): void {
    for (const [caller, balance] of this.#balances)
      if (this.#unitsAt(balance, now) >= this.#perMinute) this.#balances.delete(caller)
  }
}
