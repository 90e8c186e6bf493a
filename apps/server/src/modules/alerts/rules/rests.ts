import { barStart } from '@flowprint/orderflow'
import type { Hit, WaitingAlert } from './waiting-alert.ts'

/** Alerts that follow trades do not fire more often than this, whatever their cool-down: a price may stand on a level for hours. */
export const MIN_REST_MS = 10_000

/**
 * Which alerts rest, as far as one evaluator knows: what spares it from reporting the same thing a thousand times. The
 * database has the last word when an event is recorded.
 */
export class Rests {
  readonly #firedT = new Map<number, number>()

  /** Whether an alert that follows trades may fire at `t`. */
  mayFire(alert: WaitingAlert, t: number): boolean {
    return mayFire(alert, this.#last(alert), t, MIN_REST_MS)
  }

  /** Whether it fired in [from, to) when it fired last. */
  firedIn(alert: WaitingAlert, from: number, to: number): boolean {
    const last = this.#last(alert)
    return last !== null && last >= from && last < to
  }

  #last(alert: WaitingAlert): number | null {
    return this.#firedT.get(alert.id) ?? alert.lastFiredT
  }

  note(hit: Hit): void {
    this.#firedT.set(hit.alertId, Math.max(this.#firedT.get(hit.alertId) ?? -Infinity, hit.t))
  }

  /** It was no hit after all. */
  forget(hit: Hit): void {
    this.#firedT.delete(hit.alertId)
  }

  /** Forgets alerts that are gone, and those that started anew. */
  keep(alerts: readonly WaitingAlert[]): void {
    const waiting = new Map(alerts.map((alert) => [alert.id, alert]))
    for (const id of [...this.#firedT.keys()])
      if ((waiting.get(id)?.lastFiredT ?? null) === null) this.#firedT.delete(id)
  }
}

export type FiringRule = Pick<WaitingAlert, 'armedT' | 'repeat' | 'cooldownMs' | 'expiresAt' | 'cycleMs'>

/**
 * Whether an alert may fire at market time `t`, having fired last at `firedT` (null: not yet).
 *
 * Rules   not before it was armed nor after it expired; `once` once; `bar` once in a bar of its cycle; otherwise after its
 *         cool-down. Never at a time before it fired last.
 */
export function mayFire(alert: FiringRule, firedT: number | null, t: number, leastRestMs = 0): boolean {
  if (t < alert.armedT || (alert.expiresAt !== null && t >= alert.expiresAt)) return false
  if (firedT === null) return true
  if (alert.repeat === 'once' || t < firedT) return false
  if (alert.repeat === 'bar' && barStart(t, alert.cycleMs) === barStart(firedT, alert.cycleMs)) return false
  return t - firedT >= Math.max(alert.cooldownMs, leastRestMs)
}
