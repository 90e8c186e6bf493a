import type { DelayOptions } from './delay.ts'

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
