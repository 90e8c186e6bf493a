import type { Trades } from '@flowprint/orderflow'

/** One bar of fills or volume as its trades: slow, simple and independent of the engine. */
export interface SlowSequenceBar {
  /** Range of its trades in the tape. */
  readonly indexes: number[]
  /** ts of the first trade, and the index among the bars that start in that millisecond. */
  readonly ts: number
  readonly nth: number
  readonly isFull: boolean
}

/** INDICATORS 2: closes with the trade that reaches the size; trades are never split; restarts at 00:00 UTC. */
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
