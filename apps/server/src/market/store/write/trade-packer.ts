import { Worker } from 'node:worker_threads'
import type { Trades } from '@flowprint/orderflow'
import { digestSweeps, encodeSweeps, encodeTrades } from '@flowprint/orderflow'

/** Below this the message costs more than the work. */
const MIN_TRADES = 10_000

export interface ToPackWorker {
  readonly id: number
  readonly trades: Trades
  readonly withSweeps: boolean
}

/** `id` 0: the worker is ready. `packed` null: packing failed. */
export interface FromPackWorker {
  readonly id: number
  readonly packed: PackedTrades | null
}

/**
 * Packs the trades of rows, in a worker when their columns are shared memory (as those of an archive are). The worker
 * starts with the first such trades; until it is ready, or if it fails, trades are packed in the caller's thread.
 */
export class TradePacker {
  readonly #pending = new Map<number, (packed: PackedTrades | null) => void>()
  #worker: Worker | null = null
  #isReady = false
  #isClosed = false
  #nextId = 1

  pack(trades: Trades, withSweeps: boolean): PackedTrades | Promise<PackedTrades> {
    if (!isShared(trades) || trades.length < MIN_TRADES || this.#isClosed) return packTrades(trades, withSweeps)
    this.#worker ??= this.#open()
    if (!this.#isReady) return packTrades(trades, withSweeps)
    return this.#packInWorker(this.#worker, trades, withSweeps)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  async #packInWorker(worker: Worker, trades: Trades, withSweeps: boolean): Promise<PackedTrades> {
    const id = this.#nextId++
    const packed = await new Promise<PackedTrades | null>((resolve) => {
      this.#pending.set(id, resolve)
      worker.postMessage({ id, trades, withSweeps } satisfies ToPackWorker)
    })
    return packed ?? packTrades(trades, withSweeps)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { name: 'trade packer', execArgv: [] })
    // The worker must not keep the process alive.
    worker.unref()
    worker.on('message', ({ id, packed }: FromPackWorker) => {
      if (id === 0) this.#isReady = true
      this.#pending.get(id)?.(packed)
      this.#pending.delete(id)
    })
    const onLost = (): void => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#isReady = false
      const waiting = [...this.#pending.values()]
      this.#pending.clear()
      for (const resolve of waiting) resolve(null)
    }
    worker.on('error', onLost)
    worker.on('exit', onLost)
    return worker
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
