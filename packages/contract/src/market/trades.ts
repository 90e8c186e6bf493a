import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  ChoiceArgument,
  DecimalArgument,
  FlagArgument,
  IntegerArgument,
  TextArgument,
  TimeArgument,
} from '../calls/arguments.ts'
import { Choice, DecimalText, Nullable, Row, Sequence, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { DEPTH_COLUMNS, IntervalArgument } from './depth.ts'
import { LIQUIDATIONS_COLUMNS, MARKET_STATS_COLUMNS } from './derivatives.ts'
import { asOf, CycleArgument, SymbolArgument } from './footprint-query.ts'

export const MAX_TRADES = 10_000

export const TradesQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601' }),
  to: TimeArgument({ description: 'exclusive: ms or ISO-8601' }),
  limit: Type.Optional(IntegerArgument(1, MAX_TRADES, { description: 'maximum rows of the response', default: 1000 })),
  after: Type.Optional(
    TextArgument(128, {
      description: 'cursor of the last row received: its ts, an underscore and its id',
      examples: ['1750507200123_42'],
    }),
  ),
  ...asOf,
})
export type TradesQuery = Static<typeof TradesQuery>

export const TradeRow = Type.Object({
  id: Type.String({ description: 'ID of the first fill' }),
  ts: TimeMs,
  price: DecimalText,
  qty: DecimalText,
  side: Choice(['buy', 'sell'], { description: 'aggressor side' }),
  fills: Type.Integer({ minimum: 1 }),
  seq: Nullable(Sequence),
})
export type TradeRow = Static<typeof TradeRow>

export const TradeRows = Type.Array(TradeRow)

/** Maximum rows per response; for older ones send another request that ends where this one began. */
export const MAX_BIG_TRADES = 4000

/** Media type of the packed format, selected by Accept (docs/decisions/packed-format.md). */

const Count = Type.Integer({ minimum: 0 })

export const BigTradesQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive, by the first trade of a sweep: ms or ISO-8601' }),
  to: Type.Optional(
    TimeArgument({ description: 'exclusive, by the first trade of a sweep: ms or ISO-8601; defaults to now' }),
  ),
  size: Type.Optional(
    DecimalArgument({ description: 'minimum notional in the quote currency; default 0: only unusually big trades' }),
  ),
  resume: Type.Optional(
    FlagArgument({
      description: 'include the state needed to continue with live trades from `to`; trades from `to` on are ignored',
    }),
  ),
  ...asOf,
})
export type BigTradesQuery = Static<typeof BigTradesQuery>

/** Consecutive trades of one aggressor across prices. */
export const BigTradeRow = Type.Object({
  id: Type.String({ description: 'ID of its first trade' }),
  ts: TimeMs,
  end: Type.Integer({ description: 'time of its last trade, ms' }),
  side: Choice(['buy', 'sell'], { description: 'aggressor side' }),
  first: DecimalText,
  last: DecimalText,
  low: DecimalText,
  high: DecimalText,
  average: Type.String({ description: 'notional / volume, rounded to two decimals more than the tick size' }),
  volume: DecimalText,
  notional: Type.String({ description: 'sum of price x quantity, exact' }),
  trades: Count,
  fills: Count,
  usual: Nullable(
    Type.String({
      description: '99.5th percentile of notional over the previous 4 hours; null with fewer than 200 sweeps',
    }),
  ),
})
export type BigTradeRow = Static<typeof BigTradeRow>

/** As an indicator of /footprint: `t` is the start of the bar that contains its first trade. */
export const BigTradeMark = Type.Object({
  t: TimeMs,
  rows: Type.Integer({ minimum: 1, description: 'chart rows from its lowest to its highest price' }),
  ...BigTradeRow.properties,
})
export type BigTradeMark = Static<typeof BigTradeMark>

/** Usual sizes of the last hours, needed to continue with live trades. */
export const SweepSizes = Type.Object({
  minutes: Type.Array(Row([TimeMs, Count]), { description: 'start of a minute, number of sweeps that ended in it' }),
  sizes: Type.Array(Row([TimeMs, Type.String()]), {
    description: 'start of a minute, notional of a sweep that ended in it; the largest ones',
  }),
  floor: Type.String({ description: 'all sweeps of at least this notional are in `sizes`' }),
})
export type SweepSizes = Static<typeof SweepSizes>

export const BigTrades = Type.Object({
  symbol: SymbolText,
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  from: Type.Integer({
    description: 'start of the complete range, ms: later than requested when the range had too many trades',
  }),
  to: Type.Integer({ description: 'as requested, but never in the future of the market, ms' }),
  list: Type.Array(BigTradeRow, { description: 'finished sweeps, oldest first' }),
  open: Type.Optional(TradeRows),
  sizes: Type.Optional(SweepSizes),
})
export type BigTrades = Static<typeof BigTrades>

/** Columns of `what=trades`; `npm run import` restores the same tape from the file. */
export const TRADES_COLUMNS = ['id', 'ts_us', 'price', 'qty', 'side', 'fills'] as const

/** Columns of `what=bars`; volumes in base units, `t` in ms, poc, vah and val as lower edges of their rows. */
export const BARS_COLUMNS = [
  't',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'bid',
  'ask',
  'delta',
  'min_delta',
  'max_delta',
  'trades',
  'poc',
  'vah',
  'val',
  'state',
] as const

/**
 * Additional column for bars of fills or volume, of which several may start in one millisecond: the number within the
 * UTC day.
 */
export const NUMBER_COLUMN = 'number'

export const ExportQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601; bars: first start' }),
  to: TimeArgument({ description: 'exclusive: ms or ISO-8601' }),
  what: ChoiceArgument(['trades', 'bars', 'depth', 'liquidations', 'market_stats'], {
    description:
      `trades: ${TRADES_COLUMNS.join(',')} · bars: ${BARS_COLUMNS.join(',')} · depth: ${DEPTH_COLUMNS.join(',')}` +
      ` · liquidations: ${LIQUIDATIONS_COLUMNS.join(',')} · market_stats: ${MARKET_STATS_COLUMNS.join(',')}`,
  }),
  cycle: Type.Optional(CycleArgument('needed for bars; what ends one')),
  precision: Type.Optional(
    DecimalArgument({
      description: 'row height; default: the tick size, of depth the stored row height',
      examples: ['0.05'],
    }),
  ),
  interval: Type.Optional(IntervalArgument('depth: length of a column; default 1s')),
  ...asOf,
})
export type ExportQuery = Static<typeof ExportQuery>
