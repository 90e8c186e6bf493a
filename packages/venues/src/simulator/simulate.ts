import { MINUTE_MS, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { FIRST_MINUTE } from './cascade.ts'
import { MinuteFlow } from './minute-flow.ts'
import type { SimulatorOptions } from './minute-flow.ts'

/** A simulated market. It holds only scratch memory: every result depends on the arguments alone. */
export interface Simulator {
  /**
   * Trades with fromMs <= ts < toMs, in canonical order.
   *
   * Input   ms since the epoch; there are no trades before 2020-01-11T17:04Z.
   * Output  prices in ticks, quantities in lots, contiguous fill ids counted from the start of the simulation. Adjacent
   *         ranges concatenated equal the whole range.
   * Cost    whole minutes are generated even for a part of one: about 0.1 ms each.
   * Throws  RangeError when a bound is not a finite number.
   */
  trades(fromMs: number, toMs: number): Trades
  /** Id of the first fill at or after the start of the minute that contains `ms`. */
  firstId(ms: number): number
}

/** Opens a simulated market; cheap, and worth reusing for consecutive ranges. */
export function createSimulator({ seed, market }: SimulatorOptions): Simulator {
  const flow = new MinuteFlow({ seed, market })

  return {
    trades(fromMs, toMs) {
      if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) {
        throw new RangeError(`Condition failed: a range of finite times, had ${fromMs} to ${toMs}`)
      }
      const first = Math.max(Math.floor(fromMs / MINUTE_MS), FIRST_MINUTE)
      const end = Math.ceil(toMs / MINUTE_MS)
      const out = new TradeBuilder(Math.max(0, end - first) * Math.ceil(market.model.fillsPerMinute / 3) + 256)
      for (let minute = first; minute < end; minute++) flow.write(minute, out, null)
      const made = out.build()
      return sliceTrades(made, lowerBound(made.ts, fromMs), lowerBound(made.ts, toMs))
    },
    firstId: (ms) => flow.node(Math.max(Math.floor(ms / MINUTE_MS), FIRST_MINUTE)).fillsBefore,
  }
}

/** The trades of a simulated market in [fromMs, toMs): `createSimulator(options).trades(…)` for a single call. */
export function simulateTrades(options: SimulatorOptions, fromMs: number, toMs: number): Trades {
  return createSimulator(options).trades(fromMs, toMs)
}

function lowerBound(ts: Float64Array, at: number): number {
  let low = 0
  let high = ts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ts[middle] < at) low = middle + 1
    else high = middle
  }
  return low
}
