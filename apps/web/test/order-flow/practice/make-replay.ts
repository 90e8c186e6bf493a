import { compareCutoffs, type Cutoff, type InstrumentUnits, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import type { PracticeAction } from '@flowprint/orderflow'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import type { PracticeChart } from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { usePractice } from '../../../src/features/order-flow/panels/practice/practice-store.ts'

export const UNITS: InstrumentUnits = { tickSize: '0.5', lotSize: '0.001' }
export const MARKET = { symbol: 'DEMO:BTCUSD', units: UNITS, hasBook: false }

export type Row = readonly [price: number, lots: number, side: 'B' | 'S']

/** Trades at 1, 2, 3 ... ms. */
export function tradesOfRows(rows: readonly Row[]) {
  const builder = new TradeBuilder()
  rows.forEach(([price, lots, side], i) => builder.push(i + 1, price, lots, side === 'B', 1, i + 1))
  return { ...builder.build(), seq: null }
}

/** A chart of a market whose worker replays these trades; `go` moves the cutoff to after so many of them. */
export function makeChart(rows: readonly Row[], symbol: string = MARKET.symbol) {
  const trades = tradesOfRows(rows)
  const listeners = new Map<string, Set<(event: never) => void>>()
  const requests: (Cutoff | null)[] = []
  let until: Cutoff | null = null
  let cutoff: Cutoff = { t: 1, trades: 0 }
  const emit = (type: string, event: unknown) => listeners.get(type)?.forEach((listener) => listener(event as never))
  /** As the worker: first the trades, then the cutoff. */
  const arrive = () => {
    if (until !== null && compareCutoffs(until, cutoff) < 0) {
      const part = {
        from: until,
        until: cutoff,
        target: cutoff,
        trades: sliceTrades(trades, until.t - 1, cutoff.t - 1),
      }
      until = cutoff
      emit('practice', part)
    }
    emit('replayed', { cutoff })
  }
  const fake = {
    symbol,
    chart: { bars: () => ({ length: 1, close: [100] }) },
    request(message: { readonly type: string; readonly from: Cutoff | null }) {
      requests.push(message.from)
      until = message.from
      arrive()
    },
    on(type: string, listener: (event: never) => void) {
      const known = listeners.get(type) ?? new Set()
      listeners.set(type, known.add(listener))
      return () => known.delete(listener)
    },
  }
  return {
    chart: fake as unknown as PracticeChart,
    requests,
    emit,
    /** Another market, as `open` of the controller. */
    open(next: string) {
      fake.symbol = next
      until = null
      emit('open', {})
    },
    async go(count: number) {
      cutoff = { t: count + 1, trades: 0 }
      useReplay.setState({ cutoff, isMoving: false })
      arrive()
      await settled()
    },
  }
}

/** Waits until queued moves and actions are done. */
export const settled = () => new Promise((resolve) => setTimeout(resolve))

export const viewOf = (symbol: string = MARKET.symbol) => usePractice.getState().views[symbol]

export function limitOrder(side: 'buy' | 'sell', tick: number, lots = 1): PracticeAction {
  return { kind: 'place', side, type: 'limit', lots, tick, reduceOnly: false, stopTick: null, targetTick: null }
}
