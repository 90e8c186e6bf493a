import { sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import type { PracticeAction, PracticePosition } from '@flowprint/orderflow'
import type { PracticeReplay } from '../../../src/features/order-flow/panels/practice/practice-store.ts'

export const UNITS = { tickSize: '0.5', lotSize: '0.001' }

/** A replay of trades [price, lots, aggressor] at 1, 2, 3 ... ms without a book; `go` moves its cutoff. */
export function makeReplay(rows: readonly (readonly [price: number, lots: number, side: 'B' | 'S'])[]) {
  const builder = new TradeBuilder()
  rows.forEach(([price, lots, side], i) => builder.push(i + 1, price, lots, side === 'B', 1, i + 1))
  const trades = builder.build()
  const listeners = new Set<() => void>()
  let cutoff: PracticePosition = { trades: 0, time: 0 }
  const replay: PracticeReplay = {
    symbol: 'DEMO:BTCUSD',
    units: UNITS,
    startMs: 0,
    startTick: 100,
    bookAt: () => null,
    cutoff: () => cutoff,
    trades: (from, to) => sliceTrades(trades, from, Math.min(to, cutoff.trades)),
    onCutoff(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    replay,
    listeners,
    go(count: number) {
      cutoff = { trades: count, time: count }
      for (const listener of listeners) listener()
    },
  }
}

export function limitOrder(side: 'buy' | 'sell', tick: number, lots = 1): PracticeAction {
  return { kind: 'place', side, type: 'limit', lots, tick, reduceOnly: false, stopTick: null, targetTick: null }
}
