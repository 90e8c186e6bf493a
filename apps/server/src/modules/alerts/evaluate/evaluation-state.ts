import { toLots } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'
import type { OpenSums } from '../rules/bar-sums.ts'
import type { TradeState } from '../rules/trade-evaluator.ts'
import type { RunningSweep } from '../rules/sweep-run.ts'
import { NEW_BOOK_POSITION } from '../rules/book-events.ts'
import type { BookPosition } from '../rules/book-events.ts'
import { NEW_LIQUIDATION_POSITION } from '../rules/liquidation-events.ts'
import type { LiquidationPosition } from '../rules/liquidation-events.ts'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** State handed to the next evaluator along with the log position, so that it continues with the same results. */
export interface EvaluationState {
  readonly trades: TradeState
  /** By cycle in ms: bars that end at or before this were evaluated. */
  readonly judgedTo: Readonly<Record<string, number>>
  /** By cycle in ms: starts of closed bars that are incomplete or have no trades, which may be added later. */
  readonly waiting: Readonly<Record<string, readonly number[]>>
  readonly book: BookPosition
  readonly liquidations: LiquidationPosition
}

export const NEW_STATE: EvaluationState = {
  trades: { last: null, sweep: null, sums: {} },
  judgedTo: {},
  waiting: {},
  book: NEW_BOOK_POSITION,
  liquidations: NEW_LIQUIDATION_POSITION,
}

/** Encodes as JSON; quantities as text, since they may exceed 2^53. */
export function writeState({ trades, judgedTo, waiting, book, liquidations }: EvaluationState): unknown {
  const { last, sweep, sums } = trades
  return {
    trades: {
      last,
      sweep: sweep === null ? null : { ...sweep, lots: String(sweep.lots), notional: String(sweep.notional) },
      sums: mapped(sums, ({ seq, bars }) => ({ seq, bars: bars.map(writeSums) })),
    },
    judgedTo,
    waiting,
    book,
    liquidations,
  }
}

/** Decodes the output of `writeState`; anything else yields the initial state. */
export function readState(json: unknown): EvaluationState {
  try {
    const {
      trades: { last, sweep, sums },
      judgedTo,
      waiting,
      book = NEW_BOOK_POSITION,
      liquidations = NEW_LIQUIDATION_POSITION,
    } = json as WrittenState
    return {
      trades: {
        last,
        sweep: sweep === null ? null : { ...sweep, lots: lotsOf(sweep.lots), notional: lotsOf(sweep.notional) },
        sums: mapped(sums, ({ seq, bars }) => ({ seq, bars: bars.map(readSums) })),
      },
      judgedTo,
      waiting,
      book,
      liquidations,
    }
  } catch {
    return NEW_STATE
  }
}

interface WrittenState extends Pick<EvaluationState, 'judgedTo' | 'waiting'> {
  /** Absent in states of earlier versions. */
  readonly book?: BookPosition
  readonly liquidations?: LiquidationPosition
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

/** Stored position of an evaluation. */
export interface EvaluationPosition {
  readonly tape: string
  readonly version: number
  readonly seq: number
  readonly state: unknown
}

/** Identifies an evaluation: a market in real time, or delayed. */
export interface MarketKey {
  readonly symbol: string
  readonly delayed: boolean
}

/** Fences every earlier evaluator of a market. The caller has its lease. */
export async function claimMarket(client: Queryable, { symbol, delayed }: MarketKey, holder: string): Promise<void> {
  await db(client)
    .insertInto('alert_market')
    .values({ symbol, delayed, holder })
    .onConflict((conflict) => conflict.columns(['symbol', 'delayed']).doUpdateSet({ holder }))
    .execute()
}

export async function findPosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
): Promise<EvaluationPosition | null> {
  const row = await db(client)
    .selectFrom('alert_market')
    .select(['tape', 'version', 'seq', 'state'])
    .where(({ and }) => and({ symbol, delayed }))
    .executeTakeFirst()
  // The other columns are written with the tape.
  return row === undefined || row.tape === null ? null : (row as EvaluationPosition)
}

/** Stores the position; false: another process has claimed the market, and the transaction must be rolled back. */
export async function savePosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
  holder: string,
  { tape, version, seq, state }: EvaluationPosition,
): Promise<boolean> {
  const { numUpdatedRows } = await db(client)
    .updateTable('alert_market')
    .set({ tape, version, seq, state: JSON.stringify(state) })
    .where(({ and }) => and({ symbol, delayed, holder }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
