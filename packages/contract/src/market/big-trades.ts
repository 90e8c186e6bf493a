import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DecimalArgument, FlagArgument, TimeArgument } from '../calls/arguments.ts'
import { Choice, DecimalText, Nullable, Row, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { SymbolArgument } from './footprint-query.ts'
import { TradeRows } from './trades.ts'

/** Rows of one answer at most; what is older comes with another call that ends where this one began. */
export const MAX_BIG_TRADES = 4000

/** The packed form, by Accept (docs/decisions/packed-format.md). */
export const BIG_TRADES_MIME = 'application/vnd.flowprint.big-trades'

const Count = Type.Integer({ minimum: 0 })

export const BigTradesQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive, by the first trade of a sweep: ms or ISO-8601' }),
  to: Type.Optional(
    TimeArgument({ description: 'exclusive, by the first trade of a sweep: ms or ISO-8601; absent = up to now' }),
  ),
  size: Type.Optional(
    DecimalArgument({ description: 'least notional in the quote currency; 0 unless said: what is unusually big' }),
  ),
  resume: Type.Optional(
    FlagArgument({
      description: 'with what is needed to go on with live trades from `to`; nothing from there on is looked at',
    }),
  ),
})
export type BigTradesQuery = Static<typeof BigTradesQuery>

/** One aggressor's run through the book. */
export const BigTradeRow = Type.Object({
  id: Type.String({ description: 'of its first trade' }),
  ts: TimeMs,
  end: Type.Integer({ description: 'ts of its last trade, ms' }),
  side: Choice(['buy', 'sell'], { description: 'of the aggressor' }),
  first: DecimalText,
  last: DecimalText,
  low: DecimalText,
  high: DecimalText,
  average: Type.String({ description: 'notional / volume, two decimals finer than the tick, the last one rounded' }),
  volume: DecimalText,
  notional: Type.String({ description: 'sum of price x quantity, exact' }),
  trades: Count,
  fills: Count,
  usual: Nullable(
    Type.String({
      description: '99.5th percentile of notional over the 4 hours before; null with fewer than 200 sweeps',
    }),
  ),
})
export type BigTradeRow = Static<typeof BigTradeRow>

/** As an indicator of /footprint: `t` is the bar that holds its first trade. */
export const BigTradeMark = Type.Object({
  t: TimeMs,
  rows: Type.Integer({ minimum: 1, description: 'rows of the chart from its lowest to its highest price' }),
  ...BigTradeRow.properties,
})
export type BigTradeMark = Static<typeof BigTradeMark>

/** What was usual in the last hours, for whoever goes on with live trades. */
export const SweepSizes = Type.Object({
  minutes: Type.Array(Row([TimeMs, Count]), { description: 'start of a minute, sweeps that ended in it' }),
  sizes: Type.Array(Row([TimeMs, Type.String()]), {
    description: 'start of a minute, notional of a sweep that ended in it; the greatest ones',
  }),
  floor: Type.String({ description: 'every sweep of at least this notional is among `sizes`' }),
})
export type SweepSizes = Static<typeof SweepSizes>

export const BigTrades = Type.Object({
  symbol: SymbolText,
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  from: Type.Integer({
    description: 'complete from here on, ms: later than asked for where the stretch held too much',
  }),
  to: Type.Integer({ description: 'as asked for, but never in the future of the market, ms' }),
  list: Type.Array(BigTradeRow, { description: 'finished sweeps, oldest first' }),
  open: Type.Optional(TradeRows),
  sizes: Type.Optional(SweepSizes),
})
export type BigTrades = Static<typeof BigTrades>
