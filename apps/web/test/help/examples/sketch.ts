import { MINUTE_MS, aggregateTrades, TradeBuilder, type Bars, type Trades } from '@flowprint/orderflow'

/** [ms, ticks, lots, B or S, fills, id] */
export type Trade = readonly [ts: number, price: number, qty: number, side: 'B' | 'S', fills?: number, id?: number]

export function tradesOf(trades: readonly Trade[]): Trades {
  const builder = new TradeBuilder()
  let next = 1
  for (const [ts, price, qty, side, fills = 1, id = next] of trades) {
    builder.push(ts, price, qty, side === 'B', fills, id)
    next = id + fills
  }
  return builder.build()
}

/** A bar of an example: cells [row, bid, ask]; by default it opens at its low and closes at its high. */
export interface Sketch {
  readonly cells: readonly (readonly [row: number, bid: number, ask: number])[]
  readonly open?: number
  readonly high?: number
  readonly low?: number
  readonly close?: number
}

export const NOON = Date.UTC(2025, 5, 21, 12)

/**
 * Bars built by the engine from sketches: the given bid and ask volume per row, at ticks that produce the requested
 * open, high, low and close. Rows are of `step` ticks.
 */
export function barsOf(sketches: readonly Sketch[], step = 1, start = NOON): Bars {
  const trades = sketches.flatMap((sketch, i) => tradesOfSketch(sketch, step, start + i * MINUTE_MS))
  return aggregateTrades(tradesOf(trades), { cycleMs: MINUTE_MS, step })
}

function tradesOfSketch({ cells, open, high, low, close }: Sketch, step: number, t: number): Trade[] {
  const lowest = low ?? cells[0][0] * step
  const highest = high ?? cells[cells.length - 1][0] * step + step - 1
  const first = open ?? lowest
  const last = close ?? highest
  const left = new Map(cells.map(([row, bid, ask]) => [row, { S: bid, B: ask }]))
  const out: Trade[] = []
  let ts = t
  const take = (tick: number, lots: number, side?: 'B' | 'S') => {
    const row = left.get(Math.floor(tick / step))
    const from = side ?? (row && row.S > 0 ? 'S' : 'B')
    if (!row || row[from] < lots) throw new Error(`the sketch has no ${lots} lots at tick ${tick}`)
    row[from] -= lots
    if (lots > 0) out.push([ts++, tick, lots, from])
  }
  // One lot each produces open, low, high and close; all others are in between.
  const closing = total(left) > 1 ? keepOne(left, Math.floor(last / step)) : null
  take(first, 1)
  for (const tick of [lowest, highest]) if (tick !== first && tick !== last) take(tick, 1)
  for (const [row, { S, B }] of left) {
    const tick = Math.min(highest, Math.max(lowest, row * step))
    if (S > 0) take(tick, S, 'S')
    if (B > 0) take(tick, B, 'B')
  }
  if (closing) out.push([ts++, last, 1, closing])
  return out
}

type Left = ReadonlyMap<number, { S: number; B: number }>

function total(left: Left): number {
  return [...left.values()].reduce((sum, { S, B }) => sum + S + B, 0)
}

/** Removes one lot from the row, for the close. */
function keepOne(left: Left, row: number): 'B' | 'S' {
  const lots = left.get(row)
  if (!lots || lots.S + lots.B === 0) throw new Error(`the sketch cannot close in row ${row}: nothing trades there`)
  const side = lots.S > 0 ? 'S' : 'B'
  lots[side] -= 1
  return side
}
