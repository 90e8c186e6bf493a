import type { AlertEvent } from '@flowprint/contract'

/** Enough for all events that two connections may deliver twice. */
const KEPT = 500
/** Events older than this are counted, but do not notify. */
const NEWS_MS = 60_000

/** Ids of delivered events: each arrives over every connection of the account, and again from the history. */
export class Heard {
  readonly #keys = new Set<string>()

  /** True the first time. Tests have no id and are identified by their creation time. */
  isNew({ id, created_at }: Pick<AlertEvent, 'id' | 'created_at'>): boolean {
    const key = id === 0 ? `test ${created_at}` : String(id)
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    const oldest = this.#keys.values().next().value
    if (this.#keys.size > KEPT && oldest !== undefined) this.#keys.delete(oldest)
    return true
  }
}

/** `now`: server time, ms. */
export const isNews = ({ created_at }: Pick<AlertEvent, 'created_at'>, now: number): boolean =>
  now - Date.parse(created_at) <= NEWS_MS
