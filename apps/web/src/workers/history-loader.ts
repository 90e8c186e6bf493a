import type { Answer } from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import type { PageWindow } from './load-page.ts'
import type { Gap, ViewRequest } from './protocol.ts'

/** The calls behind a chart. */
export interface HistoryCalls {
  loadPage(request: ViewRequest, window: PageWindow, identity: CallIdentity, signal: AbortSignal): Promise<Answer>
  loadGaps(symbol: string, identity: CallIdentity, signal: AbortSignal): Promise<readonly Gap[]>
}

/** Loads what the current chart needs; `cancel` aborts running requests, which then resolve to null. */
export class HistoryLoader {
  readonly #calls: HistoryCalls
  #abort = new AbortController()
  #running = 0

  constructor(calls: HistoryCalls) {
    this.#calls = calls
  }

  get isLoading(): boolean {
    return this.#running > 0
  }

  page(request: ViewRequest, window: PageWindow, identity: CallIdentity): Promise<Answer | null> {
    return this.#run((signal) => this.#calls.loadPage(request, window, identity, signal))
  }

  gaps(symbol: string, identity: CallIdentity): Promise<readonly Gap[] | null> {
    return this.#run((signal) => this.#calls.loadGaps(symbol, identity, signal))
  }

  cancel(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#running = 0
  }

  async #run<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const { signal } = this.#abort
    this.#running += 1
    try {
      const result = await call(signal)
      return signal.aborted ? null : result
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      if (!signal.aborted) this.#running -= 1
    }
  }
}
