import { compareCutoffs, type Cutoff, type Trades } from '@flowprint/orderflow'
import type { PracticePart, ViewRequest } from '../protocol.ts'
import type { CallIdentity } from '../../shared/http/request.ts'
import type { ReplayCalls } from './replay-calls.ts'

export interface PracticeTools {
  identity(): CallIdentity
  request(): ViewRequest | null
  /** Sends trades to the page. */
  send(part: PracticePart): void
}

/**
 * Sends every trade from a start up to the farthest cutoff of a replay: once, in canonical order, without gaps. What the bars
 * were moved by is sent as it is; what they skipped (a jump by pages of bars, another base) is loaded in portions.
 */
export class PracticeFeed {
  readonly #tools: PracticeTools
  readonly #calls: Pick<ReplayCalls, 'loadPortion'>
  /** End of what was sent; null: off. */
  #until: Cutoff | null = null
  /** Where the bars are; null: unknown. */
  #at: Cutoff | null = null

  constructor(tools: PracticeTools, calls: Pick<ReplayCalls, 'loadPortion'>) {
    this.#tools = tools
    this.#calls = calls
  }

  /** Sends the trades after this cutoff from now on; null: none. */
  start(from: Cutoff | null): void {
    this.#until = from
  }

  /** The bars were moved to a cutoff, by exactly these trades; null: they were loaded. */
  moved(to: Cutoff, added: Trades | null): void {
    const [from, until] = [this.#at, this.#until]
    this.#at = to
    if (added === null || from === null || until === null) return
    if (compareCutoffs(from, until) !== 0 || compareCutoffs(to, until) <= 0) return
    this.#send(added, to, to)
  }

  /** Loads what the moves up to the cutoff did not bring. False: it was interrupted. */
  async follow(cutoff: Cutoff, isObsolete: () => boolean, signal: AbortSignal): Promise<boolean> {
    const request = this.#tools.request()
    while (request !== null && this.#until !== null && compareCutoffs(this.#until, cutoff) < 0) {
      if (isObsolete()) return false
      const from = this.#until
      const portion = await this.#calls.loadPortion(request, { from, to: cutoff }, this.#tools.identity(), signal)
      if (signal.aborted) return false
      // The page may have started again elsewhere.
      if (this.#until === from) this.#send(portion.trades, portion.end, cutoff)
    }
    return true
  }

  #send(trades: Trades, until: Cutoff, target: Cutoff): void {
    const from = this.#until as Cutoff
    this.#until = until
    this.#tools.send({ from, until, target, trades: { ...trades, seq: null } })
  }
}
