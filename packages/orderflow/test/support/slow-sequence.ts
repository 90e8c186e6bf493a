import type { Trades } from '@flowprint/orderflow'

/** One bar of fills or volume as its trades: slow, obvious, and written without a look at the engine's way. */
export interface SlowSequenceBar {
  /** Where its trades lie in the tape. */
  readonly indexes: number[]
  /** ts of the first trade, and which of the bars that begin in that millisecond it is. */
  readonly ts: number
  readonly nth: number
  readonly isFull: boolean
}

/** INDICATORS 2: closes with the trade that brings it to the size; trades are never split; starts again at 00:00 UTC. */
export function slowSequence(trades: Trades, kind: 'ticks' | 'volume', size: number): SlowSequenceBar[] {
  const bars: { indexes: number[]; ts: number; nth: number; isFull: boolean }[] = []
  const dayOf = (ts: number) => new Date(ts).toISOString().slice(0, 10)
  let sum = 0n
  for (let i = 0; i < trades.length; i++) {
    const last = bars.at(-1)
    const ts = trades.ts[i]
    if (last === undefined || last.isFull || dayOf(last.ts) !== dayOf(ts)) {
      bars.push({ indexes: [], ts, nth: bars.filter((bar) => bar.ts === ts).length, isFull: false })
      sum = 0n
    }
    const bar = bars[bars.length - 1]
    bar.indexes.push(i)
    sum += BigInt(kind === 'ticks' ? trades.fills[i] : trades.qty[i])
    bar.isFull = sum >= BigInt(size)
  }
  return bars
}
