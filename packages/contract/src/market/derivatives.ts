import { CYCLES, MINUTE_MS } from '@flowprint/orderflow'
import type { CycleName } from '@flowprint/orderflow'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument, IntegerArgument, TextArgument, TimeArgument } from '../calls/arguments.ts'
import { Choice, DecimalText, Nullable, Row, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { asOf, SymbolArgument } from './footprint-query.ts'

/** Maximum liquidations of one response; the next page begins after the last row. */
export const MAX_LIQUIDATIONS = 10_000
/** Rows of a response whose interval is chosen by the server. */
export const DEFAULT_STAT_ROWS = 2_000
export const MAX_STAT_ROWS = 10_000

/** all: every liquidation is published · lower bound: at most one per market and second. */
export const LIQUIDATION_COMPLETENESS = ['all', 'lower bound'] as const
export type LiquidationCompletenessName = (typeof LIQUIDATION_COMPLETENESS)[number]

/** The position that was closed: a long by a sell, a short by a buy. */
export const POSITIONS = ['long', 'short'] as const
export type Position = (typeof POSITIONS)[number]

/** recording: messages arrive · lost: the connection is being restored · off: not recorded. */
export const DERIVATIVES_STATES = ['recording', 'lost', 'off'] as const
export type DerivativesState = (typeof DERIVATIVES_STATES)[number]

const intervalArgument = (minMs: number, description: string) =>
  ChoiceArgument(
    CYCLES.filter(({ ms }) => ms >= minMs).map(({ value }): CycleName => value),
    {
      description,
      examples: ['1m'],
    },
  )

const range = {
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601' }),
  to: Type.Optional(TimeArgument({ description: 'exclusive: ms or ISO-8601; defaults to now' })),
  ...asOf,
}

export const LiquidationsQuery = Type.Object({
  ...range,
  interval: Type.Optional(
    intervalArgument(
      0,
      'sums per interval instead of single liquidations; `from` is rounded down and `to` up to whole intervals',
    ),
  ),
  largest: Type.Optional(
    IntegerArgument(1, MAX_LIQUIDATIONS, {
      description: 'only the largest by price x quantity; ties: the earlier one. Not with interval or after',
    }),
  ),
  limit: Type.Optional(IntegerArgument(1, MAX_LIQUIDATIONS, { description: 'maximum rows', default: 1000 })),
  after: Type.Optional(
    TextArgument(64, { description: 'cursor of the last row received: its ts, an underscore and its seq' }),
  ),
})
export type LiquidationsQuery = Static<typeof LiquidationsQuery>

/** Position in the market's liquidations, time, closed position, price of the order, quantity. */
export const LiquidationRow = Row([Type.Integer({ minimum: 1 }), TimeMs, Choice(POSITIONS), DecimalText, DecimalText], {
  description:
    'seq; exchange time, ms; position that was closed; price of the order (limit or bankruptcy price, not the fill); quantity',
})
export type LiquidationRow = Static<typeof LiquidationRow>

/** Start of the interval, long quantity, short quantity, long value, short value, count. */
export const LiquidationSum = Row(
  [TimeMs, DecimalText, DecimalText, DecimalText, DecimalText, Type.Integer({ minimum: 0 })],
  {
    description:
      'start of the interval, ms; quantity of liquidated longs, of shorts; sums of price x quantity of longs, of shorts; number. Intervals without any are left out',
  },
)
export type LiquidationSum = Static<typeof LiquidationSum>

/** From, to (exclusive), completeness. */
export const LiquidationCover = Row([TimeMs, TimeMs, Choice(LIQUIDATION_COMPLETENESS)], {
  description: 'a time in which liquidations were received: from, to (exclusive), completeness; outside is unknown',
})
export type LiquidationCover = Static<typeof LiquidationCover>

const answer = {
  symbol: SymbolText,
  tick_size: DecimalText,
  lot_size: DecimalText,
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  from: Type.Integer({ description: 'inclusive, ms' }),
  to: Type.Integer({ description: 'exclusive, ms; never after the cut of a delayed reader' }),
  delayed: Type.Boolean(),
  simulated: Type.Boolean(),
}

export const Liquidations = Type.Object({
  ...answer,
  completeness: Nullable(Choice(LIQUIDATION_COMPLETENESS, { description: 'of the newest coverage; null: none yet' })),
  last_seq: Type.Integer({ minimum: 0, description: 'newest liquidation that this reader may see; 0: none' }),
  coverage: Type.Array(LiquidationCover, { description: 'within the range, oldest first' }),
  list: Type.Array(LiquidationRow, { description: 'by time; empty with `interval`' }),
  sums: Type.Array(LiquidationSum, { description: 'only with `interval`, oldest first' }),
  next: Nullable(Type.String({ description: '`after` of the next page; null: the list is whole' })),
})
export type Liquidations = Static<typeof Liquidations>

export const MarketStatsQuery = Type.Object({
  ...range,
  interval: Type.Optional(
    intervalArgument(
      MINUTE_MS,
      `length of a row; default: the finest that gives at most ${DEFAULT_STAT_ROWS} rows. \`from\` is rounded down and \`to\` up to whole intervals`,
    ),
  ),
})
export type MarketStatsQuery = Static<typeof MarketStatsQuery>

const value = Nullable(DecimalText)

/** Start, then open, high, low, close of the minutes' last values. */
export const OpenInterestRow = Row([TimeMs, DecimalText, DecimalText, DecimalText, DecimalText], {
  description:
    'start of the interval, ms; first, highest, lowest, last open interest of its minutes, in base units or contracts as the market counts. Intervals without any are left out',
})

export const OpenInterest = Type.Object({
  ...answer,
  interval_ms: Type.Integer({ minimum: 60_000 }),
  list: Type.Array(OpenInterestRow, { description: 'oldest first' }),
})
export type OpenInterest = Static<typeof OpenInterest>

/** Start, rate, next payment, mark price, index price: the last values of the interval. */
export const FundingRow = Row([TimeMs, value, Nullable(TimeMs), value, value], {
  description:
    'start of the interval, ms; the last values in it: funding rate (0.0001 = 0.01 %, > 0: longs pay), time of its payment, mark price, index price. null: not received',
})

export const Funding = Type.Object({
  ...answer,
  interval_ms: Type.Integer({ minimum: 60_000 }),
  list: Type.Array(FundingRow, { description: 'oldest first; intervals without any value are left out' }),
})
export type Funding = Static<typeof Funding>

/** The newest values of a perpetual; null: not published, or not received yet. */
export const MarketStatValues = {
  open_interest: value,
  funding_rate: value,
  next_funding: Nullable(TimeMs),
  mark_price: value,
  index_price: value,
}

/** Columns of `what=liquidations`; one line per liquidation. */
export const LIQUIDATIONS_COLUMNS = ['seq', 'ts', 'position', 'price', 'qty', 'value', 'completeness'] as const
/** Columns of `what=market_stats`; one line per minute. */
export const MARKET_STATS_COLUMNS = [
  't',
  'open_interest',
  'funding_rate',
  'next_funding',
  'mark_price',
  'index_price',
] as const
