import { digestSweeps, encodeSweeps, encodeTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

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
