import { toLots } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'
import type { OpenSums } from '../rules/bar-sums.ts'
import type { TradeState } from '../rules/trade-evaluator.ts'
import type { RunningSweep } from '../rules/sweep-run.ts'

/** State handed to the next evaluator along with the log position, so that it continues with the same results. */
export interface EvaluationState {
  readonly trades: TradeState
  /** By cycle in ms: bars that end at or before this were evaluated. */
  readonly judgedTo: Readonly<Record<string, number>>
  /** By cycle in ms: starts of closed, incomplete bars. */
  readonly waiting: Readonly<Record<string, readonly number[]>>
}

export const NEW_STATE: EvaluationState = { trades: { last: null, sweep: null, sums: {} }, judgedTo: {}, waiting: {} }

/** Encodes as JSON; quantities as text, since they may exceed 2^53. */
export function writeState({ trades, judgedTo, waiting }: EvaluationState): unknown {
  const { last, sweep, sums } = trades
  return {
    trades: {
      last,
      sweep: sweep === null ? null : { ...sweep, lots: String(sweep.lots), notional: String(sweep.notional) },
      sums: mapped(sums, ({ seq, bars }) => ({ seq, bars: bars.map(writeSums) })),
    },
    judgedTo,
    waiting,
  }
}

/** Decodes the output of `writeState`; anything else yields the initial state. */
export function readState(json: unknown): EvaluationState {
  try {
    const {
      trades: { last, sweep, sums },
      judgedTo,
      waiting,
    } = json as WrittenState
    return {
      trades: {
        last,
        sweep: sweep === null ? null : { ...sweep, lots: lotsOf(sweep.lots), notional: lotsOf(sweep.notional) },
        sums: mapped(sums, ({ seq, bars }) => ({ seq, bars: bars.map(readSums) })),
      },
      judgedTo,
      waiting,
    }
  } catch {
    return NEW_STATE
  }
}

interface WrittenState extends Pick<EvaluationState, 'judgedTo' | 'waiting'> {
  readonly trades: {
    readonly last: TradeState['last']
    readonly sweep: WrittenSweep | null
    readonly sums: Readonly<Record<string, { readonly seq: number; readonly bars: readonly WrittenSums[] }>>
  }
}

type WrittenSweep = Omit<RunningSweep, 'lots' | 'notional'> & { readonly lots: string; readonly notional: string }

type WrittenSums = { readonly [Key in keyof OpenSums]: Key extends 't' ? number : string }

const lotsOf = (text: string): Lots => toLots(BigInt(text))

function writeSums({ t, volume, delta, low, high }: OpenSums): WrittenSums {
  return { t, volume: String(volume), delta: String(delta), low: String(low), high: String(high) }
}

function readSums({ t, volume, delta, low, high }: WrittenSums): OpenSums {
  return { t, volume: lotsOf(volume), delta: lotsOf(delta), low: lotsOf(low), high: lotsOf(high) }
}

function mapped<In, Out>(record: Readonly<Record<string, In>>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
