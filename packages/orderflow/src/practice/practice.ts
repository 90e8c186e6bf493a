import type { BookLevels } from './book-levels.ts'
import type { Fraction } from '../units/decimals.ts'
import type { DurationMs, Ticks, TradeLots, UnixMs } from '../units/units.ts'

export type PracticeSide = 'buy' | 'sell'
export type PracticeOrderType = 'market' | 'limit' | 'stop'

/** Money of practice: whole millionths of ticks x lots, so that fees in parts per million are exact. */
export type PracticeMoney = bigint

export interface PracticeOptions {
  /** Start of the session; its trades are those after this moment. */
  readonly startMs: UnixMs
  /** The last price before the start; null: unknown until the first trade. */
  readonly startTick: Ticks | null
  /** Fees in parts per million of the value; below 0 they are rebates. 100 = 0.01 %. */
  readonly makerPpm: number
  readonly takerPpm: number
  /** Added to the price of a market or stop order that fills without a known book. */
  readonly slippageTicks: number
}

/** A moment of the replay: this many trades of the session happened, and the cutoff is at this time. */
export interface PracticePosition {
  readonly trades: number
  readonly time: UnixMs
}

export type PracticeAction =
  | {
      readonly kind: 'place'
      readonly side: PracticeSide
      readonly type: PracticeOrderType
      readonly lots: TradeLots
      /** Limit or trigger price; null for market orders. */
      readonly tick: Ticks | null
      readonly reduceOnly: boolean
      /** Prices of the bracket; null: none. Its orders cancel each other. */
      readonly stopTick: Ticks | null
      readonly targetTick: Ticks | null
    }
  | { readonly kind: 'move'; readonly order: number; readonly tick: Ticks }
  | { readonly kind: 'cancel'; readonly order: number }

/** An action and the moment it was made at. */
export interface PracticeEntry {
  readonly at: PracticePosition
  readonly action: PracticeAction
}

/** Everything but the trades that a session is computed from. */
export interface PracticeJournal {
  readonly options: PracticeOptions
  /** In the order they were made. */
  readonly entries: readonly PracticeEntry[]
  /** The books that orders were filled or queued against; null: unknown at that time. */
  readonly books: readonly (readonly [UnixMs, BookLevels | null])[]
}

/**
 * Why an order ended without being filled completely: `user` cancelled it, the other order of the `bracket` was filled or
 * triggered, the position it could reduce is `flat`, the known book had no more `liquidity`, or position and orders together would
 * exceed 2^53 - 1 lots (`size`).
 */
export type PracticeReason = 'user' | 'bracket' | 'flat' | 'liquidity' | 'size'

export interface PracticeOrder {
  readonly id: number
  readonly side: PracticeSide
  readonly type: PracticeOrderType
  readonly tick: Ticks | null
  /** Lowered when the other order of its bracket is filled in part. */
  readonly lots: TradeLots
  readonly filledLots: number
  readonly reduceOnly: boolean
  readonly stopTick: Ticks | null
  readonly targetTick: Ticks | null
  /** The entry order of the bracket it belongs to. */
  readonly bracketOf: number | null
  /** When it was placed, moved or triggered, whichever was last; only later trades fill it. */
  readonly placed: PracticePosition
  /** A stop order whose price was reached; it is a market order since then. */
  readonly isTriggered: boolean
  /** Pays the taker's fee when a trade fills it. */
  readonly takesLiquidity: boolean
  /** Quantity of the level that is filled before it; null: unknown, only trades through the price fill it. */
  readonly aheadLots: number | null
  readonly status: 'working' | 'filled' | 'cancelled' | 'rejected'
  readonly reason: PracticeReason | null
}

/**
 * What a fill is based on: levels of the `book`, the `next trade` of the fitting side, a trade `through` the price of a limit
 * order, or the `queue`: trades at its price beyond the quantity that rested there before it.
 */
export type PracticeAssumption = 'book' | 'next trade' | 'through' | 'queue'

export interface PracticeFill {
  readonly order: number
  readonly side: PracticeSide
  readonly at: PracticePosition
  readonly tick: Ticks
  readonly lots: TradeLots
  readonly fee: PracticeMoney
  readonly liquidity: 'maker' | 'taker'
  readonly assumption: PracticeAssumption
}

/** A round trip: from no position to a position and back, or to its reversal. */
export interface PracticeTrip {
  readonly side: 'long' | 'short'
  readonly entryTime: UnixMs
  readonly exitTime: UnixMs
  readonly durationMs: DurationMs
  /** Sum of its entries, which is that of its exits. */
  readonly lots: number
  /** Average prices in ticks. */
  readonly entryTick: Fraction
  readonly exitTick: Fraction
  readonly gross: PracticeMoney
  readonly fees: PracticeMoney
  readonly net: PracticeMoney
  /** Maximum adverse and favourable excursion from the average entry in ticks, >= 0. */
  readonly mae: Fraction
  readonly mfe: Fraction
}

export interface PracticeState {
  readonly at: PracticePosition
  /** Price of the last trade. */
  readonly lastTick: Ticks | null
  /** Lots; below 0 = short. */
  readonly size: number
  /** Average entry in ticks; null without a position. */
  readonly entryTick: Fraction | null
  /** Start of the open round trip; null without a position. */
  readonly openedAt: UnixMs | null
  /** Result of everything closed and of the position at the last price, in money, before fees; together `gross`. */
  readonly realised: Fraction
  readonly unrealised: Fraction
  readonly gross: PracticeMoney
  readonly fees: PracticeMoney
  readonly net: PracticeMoney
  /** Largest decline of `net` from an earlier maximum, with the position valued at every trade; >= 0. */
  readonly maxDrawdown: PracticeMoney
  /** Orders that may still be filled, by id. */
  readonly working: readonly PracticeOrder[]
  /** Orders that ended, in that order. */
  readonly ended: readonly PracticeOrder[]
  readonly fills: readonly PracticeFill[]
  readonly trips: readonly PracticeTrip[]
  /** Actions after this moment: they are repeated when the replay goes forwards, and discarded by a new action. */
  readonly laterActions: number
}
