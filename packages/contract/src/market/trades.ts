import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IntegerArgument, TextArgument, TimeArgument } from '../calls/arguments.ts'
import { Choice, DecimalText, Nullable, Sequence, TimeMs } from '../schemas.ts'
import { SymbolArgument } from './footprint-query.ts'

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
