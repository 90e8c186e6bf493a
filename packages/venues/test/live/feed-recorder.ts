import { concatTrades, idText, type Trades } from '@flowprint/orderflow'
import type { FeedListener } from '@flowprint/venues'

export interface ConnectionEvent {
  readonly symbol: string
  readonly event: 'subscribed' | 'lost'
  readonly reason: string
  readonly provenUntilMs: number
}

/** Records everything a feed reports. */
export class FeedRecorder implements FeedListener {
  readonly runs = new Map<string, Trades[]>()
  readonly events: ConnectionEvent[] = []
  readonly faults: { symbol: string | null; what: string }[] = []
  alives = 0
  #waiting: (() => void)[] = []

  trades(symbol: string, trades: Trades): void {
    const runs = this.runs.get(symbol)
    if (runs === undefined) this.runs.set(symbol, [trades])
    else runs.push(trades)
    this.#wake()
  }

  connection(symbol: string, event: 'subscribed' | 'lost', reason: string, provenUntilMs: number): void {
    this.events.push({ symbol, event, reason, provenUntilMs })
    this.#wake()
  }

  alive(): void {
    this.alives += 1
    this.#wake()
  }

  fault(symbol: string | null, what: string): void {
    this.faults.push({ symbol, what })
    this.#wake()
  }

  /** All trades of a market, in order of arrival. */
  tape(symbol: string): Trades {
    return concatTrades(this.runs.get(symbol) ?? [])
  }

  count(symbol: string): number {
    return (this.runs.get(symbol) ?? []).reduce((sum, run) => sum + run.length, 0)
  }

  happened(event: 'subscribed' | 'lost'): number {
    return this.events.filter((one) => one.event === event).length
  }

  /** Waits until the condition holds; the test's timeout ends the wait otherwise. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** Trades as comparable rows. */
export function rowsOf(trades: Trades): string[] {
  return Array.from({ length: trades.length }, (_, i) =>
    [
      trades.ts[i],
      trades.price[i],
      trades.qty[i],
      trades.buy[i] === 1 ? 'buy' : 'sell',
      trades.fills[i],
      idText(trades, i),
    ].join(' '),
  )
}
