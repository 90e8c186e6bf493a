import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DelayOptions {
  /** Ends the delay early; the promise still resolves. */
  readonly signal?: AbortSignal | undefined
  /** False: the timer does not keep the process alive. */
  readonly ref?: boolean
}

/** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
export async function delay(ms: number, { signal, ref = true }: DelayOptions = {}): Promise<void> {
  await sleep(ms, undefined, { ref, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined)
}

/** A controller whose signal may have any number of listeners: Node warns above ten. */
export function sharedAbortController(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/** FIFO semaphore; with `max` 1 it is a mutex. */
export class Semaphore {
  readonly #max: number
  readonly #restShare: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** `restShare`: after its work, a slot stays occupied for this fraction of the time the work took. */
  constructor(max: number, restShare = 0) {
    this.#max = max
    this.#restShare = restShare
  }

  get isFull(): boolean {
    return this.#running >= this.#max
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    const started = performance.now()
    try {
      return await work()
    } finally {
      if (this.#restShare === 0) this.#passOn()
      else setTimeout(() => this.#passOn(), (performance.now() - started) * this.#restShare).unref()
    }
  }

  /** Passes the slot to the next waiter directly, so that no new caller can take it first. */
  #passOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}

/** Wakes waiting loops. Notifications are not stored: without a waiter they have no effect. */
export class Signal {
  readonly #waiters = new Set<() => void>()

  notify(): void {
    for (const wake of this.#waiters) wake()
  }

  /** Waits for the next notification, at most `ms`, or until the signal aborts. */
  async wait(ms: number, { signal, ref = true }: DelayOptions = {}): Promise<void> {
    if (signal?.aborted === true) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    const timer = setTimeout(wake, ms)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', wake)
    this.#waiters.add(wake)
    await promise
    this.#waiters.delete(wake)
    signal?.removeEventListener('abort', wake)
    clearTimeout(timer)
  }
}

/** Result of the work, or of `onTimeout` after `ms`. The work itself is not cancelled. */
export async function withTimeout<Result, Late>(
  work: Result | Promise<Result>,
  ms: number,
  onTimeout: () => Late | Promise<Late>,
): Promise<Result | Late> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).then(onTimeout)])
  } finally {
    timer.abort()
  }
}
