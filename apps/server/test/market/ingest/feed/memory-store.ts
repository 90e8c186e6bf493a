import { concatTrades, emptyTrades, mergeTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { ImportOptions, Instrument, InstrumentSpec, Lease, TapeStore } from '../../../../src/market/store/index.ts'

/** The part of the store that a feed uses, in memory: one instrument, one lease at a time. */
export class MemoryStore {
  trades: Trades = emptyTrades()
  watermark: number | null = null
  duplicates = 0
  commits: { trades: number; watermark: number; oldest: number }[] = []
  imports: ImportOptions[] = []
  /** Fails the next commit with this error. */
  failNext: Error | null = null
  #holder: AbortController | null = null
  #waiting: (() => void)[] = []
  #epoch = 0

  /** Typed as the store; methods that a feed must not call throw. */
  asStore(): TapeStore {
    return this as unknown as TapeStore
  }

  async ensureInstrument(spec: InstrumentSpec): Promise<Instrument> {
    return { ...spec, id: 1, version: 1, tape: 'memory', sinceSeq: 0 }
  }

  async acquireLease(instrument: Instrument, signal?: AbortSignal): Promise<Lease> {
    while (this.#holder !== null) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
      signal?.throwIfAborted()
    }
    const holder = new AbortController()
    this.#holder = holder
    const n = this.trades.length
    return {
      instrument,
      epoch: ++this.#epoch,
      signal: holder.signal,
      get isConfirmed() {
        return !holder.signal.aborted
      },
      watermark: this.watermark,
      nextId: n === 0 ? null : this.trades.id[n - 1] + this.trades.fills[n - 1],
      lastTs: n === 0 ? null : this.trades.ts[n - 1],
      volumeFrom: null,
      closedUntil: null,
      hasPassedMinutes: false,
      release: async () => {
        if (this.#holder === holder) this.#holder = null
        for (const wake of this.#waiting.splice(0)) wake()
      },
    }
  }

  /** Simulates a lost connection of the lease holder. */
  breakLease(): void {
    this.#holder?.abort()
  }

  async appendLive(lease: Lease, trades: Trades, watermark: number): Promise<unknown> {
    this.#check(lease)
    this.commits.push({ trades: trades.length, watermark, oldest: trades.length === 0 ? watermark : trades.ts[0] })
    this.#add(trades, watermark)
    return {}
  }

  async importRun(_instrument: Instrument, batches: AsyncIterable<Trades>, options: ImportOptions): Promise<unknown> {
    const runs: Trades[] = []
    for await (const run of batches) runs.push(run)
    if (options.lease !== undefined) this.#check(options.lease)
    this.imports.push(options)
    const trades = concatTrades(runs)
    this.#add(trades, options.watermark ?? 0)
    return { imported: trades.length, duplicates: 0, gaps: 0, seq: 1, from: null, to: null }
  }

  async refreshRecommended(): Promise<void> {}

  #check(lease: Lease): void {
    lease.signal.throwIfAborted()
    const error = this.failNext
    this.failNext = null
    if (error !== null) throw error
  }

  #add(trades: Trades, watermark: number): void {
    const merged = mergeTrades(this.trades, trades)
    this.trades = merged.trades
    this.duplicates += merged.duplicates
    this.watermark = Math.max(this.watermark ?? 0, watermark)
  }
}
