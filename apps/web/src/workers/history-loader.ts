import type { Answer } from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import type { PageWindow } from './load-page.ts'
import type { ViewRequest } from './protocol.ts'

export type LoadPage = (
  request: ViewRequest, window: PageWindow, identity: CallIdentity, signal: AbortSignal,
) => Promise<Answer>

/** Loads pages of the current chart; `cancel` gives up all that are on their way. */
export class HistoryLoader {
  readonly #load: LoadPage
  #abort = new AbortController()
  #running = 0

  constructor(load: LoadPage) {
    this.#load = load
  }

  get isLoading(): boolean {
    return this.#running > 0
  }

  /** The page, or null when it was given up meanwhile. */
  async load(request: ViewRequest, window: PageWindow, identity: CallIdentity): Promise<Answer | null> {
    const { signal } = this.#abort
    this.#running += 1
    try {
      const answer = await this.#load(request, window, identity, signal)
      return signal.aborted ? null : answer
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      if (!signal.aborted) this.#running -= 1
    }
  }

  cancel(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#running = 0
  }
}
