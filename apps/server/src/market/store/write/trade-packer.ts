import type { Trades } from '@flowprint/orderflow'
import { digestSweeps, encodeSweeps, encodeTrades } from '@flowprint/orderflow'
import { WorkThread } from '../work-thread.ts'

/** Below this the message costs more than the work. */
const MIN_TRADES = 10_000

export interface PackJob {
  readonly trades: Trades
  readonly withSweeps: boolean
}

/**
 * Packs the trades of rows, in a thread when their columns are shared memory (as those of an archive are). The thread
 * starts with the first such trades; until it is ready, or if it fails, trades are packed in the caller's thread.
 */
export class TradePacker {
  readonly #thread = new WorkThread<PackJob, PackedTrades>({
    script: new URL('./pack-worker.ts', import.meta.url),
    name: 'trade packer',
  })

  pack(trades: Trades, withSweeps: boolean): PackedTrades | Promise<PackedTrades> {
    if (!isShared(trades) || trades.length < MIN_TRADES) return packTrades(trades, withSweeps)
    this.#thread.warmUp()
    if (!this.#thread.isReady) return packTrades(trades, withSweeps)
    return this.#thread.run({ trades, withSweeps }).catch(() => packTrades(trades, withSweeps))
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

const isShared = ({ ts, price, qty, buy, fills, id, seq, textId }: Trades): boolean =>
  textId === null &&
  [ts, price, qty, buy, fills, id, seq].every((column) => column === null || column.buffer instanceof SharedArrayBuffer)

/** Payloads of a row of `tape_chunk`. */
export interface PackedTrades {
  readonly payload: Uint8Array<ArrayBuffer>
  /** Null when they are not stored with the trades, or cannot be packed. */
  readonly sweeps: Uint8Array<ArrayBuffer> | null
}

/** `withSweeps`: the trades are all of a closed hour. */
export function packTrades(trades: Trades, withSweeps: boolean): PackedTrades {
  return { payload: encodeTrades(trades), sweeps: withSweeps ? encodeSweeps(digestSweeps(trades)) : null }
}
