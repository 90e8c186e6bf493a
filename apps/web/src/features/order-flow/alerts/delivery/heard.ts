import type { AlertEvent } from '@flowprint/contract'

/** Enough for everything that two connections may say twice. */
const KEPT = 500
/** An alert that is told later than this is no news any more: it is counted, but makes no noise. */
const NEWS_MS = 60_000

/** Which events were told: one comes over every connection of the account, and again from the history. */
export class Heard {
  readonly #keys = new Set<string>()

  /** True the first time. Tests have no number: the moment they were made tells them apart. */
  isNew({ id, created_at }: Pick<AlertEvent, 'id' | 'created_at'>): boolean {
    const key = id === 0 ? `test ${created_at}` : String(id)
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    const oldest = this.#keys.values().next().value
    if (this.#keys.size > KEPT && oldest !== undefined) this.#keys.delete(oldest)
    return true
  }
}

/** `now`: by the server's clock, ms. */
export const isNews = ({ created_at }: Pick<AlertEvent, 'created_at'>, now: number): boolean =>
  now - Date.parse(created_at) <= NEWS_MS
