import { addLots, storeLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Trades } from '../trades/trades.ts'
import type { BarArena } from './bar-arena.ts'
import { storeRawPoc, storeRows, wideRows } from './exact-rows.ts'

/**
 * Recomputes the arena's last bar where its sums exceed 2^53 - 1: trades [from, to) are those it was made of.
 *
 * Rows, prices, fills and quote extremes computed in doubles are correct (NaN when not exact); overwritten are all
 * quantities that may not be: rows beyond the bound, totals, running delta, raw point of control.
 * Cost    up to three passes over the trades with a Map lookup each: three to eight times an ordinary bar.
 */
export function remakeTradeBar(arena: BarArena, trades: Trades, from: number, to: number): void {
  const bar = arena.length - 1
  const isVolumeWide = arena.bid[bar] + arena.ask[bar] > Number.MAX_SAFE_INTEGER
  sumRows(arena, bar, trades, from, to)
  if (!isVolumeWide) return
  storeRunningDelta(arena, bar, trades, from, to)
  storeRawPoc(arena, bar, volumesByTick(trades, from, to))
}

function sumRows(arena: BarArena, bar: number, trades: Trades, from: number, to: number): void {
  const { step } = arena
  const rows = wideRows(arena, bar)
  for (let i = from; i < to; i++) {
    const row = Math.floor(trades.price[i] / step)
    const exact = rows.get(row)
    if (exact === undefined) continue
    const lots = BigInt(trades.qty[i])
    const offset = BigInt(trades.price[i] - row * step) * lots
    if ((trades.buy[i] & 1) === 1) {
      exact.ask += lots
      exact.askOffset += offset
    } else {
      exact.bid += lots
      exact.bidOffset += offset
    }
  }
  storeRows(arena, bar, rows)
}

function storeRunningDelta(arena: BarArena, bar: number, trades: Trades, from: number, to: number): void {
  let delta: Lots = 0
  let min: Lots = 0
  let max: Lots = 0
  for (let i = from; i < to; i++) {
    delta = addLots(delta, (trades.buy[i] & 1) === 1 ? trades.qty[i] : -trades.qty[i])
    if (delta < min) min = delta
    else if (delta > max) max = delta
  }
  const rests = arena.openRests()
  storeLots(arena.minDelta, rests.minDelta, bar, min)
  storeLots(arena.maxDelta, rests.maxDelta, bar, max)
}

function volumesByTick(trades: Trades, from: number, to: number): [number, Lots][] {
  const volumes = new Map<number, Lots>()
  for (let i = from; i < to; i++) {
    const tick = trades.price[i]
    volumes.set(tick, addLots(volumes.get(tick) ?? 0, trades.qty[i]))
  }
  return [...volumes].sort(([a], [b]) => a - b)
}
