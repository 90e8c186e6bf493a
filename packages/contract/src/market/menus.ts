import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, DecimalText, IsoTime, Nullable, SymbolText, TapeId } from '../schemas.ts'

const Option = Type.Object({ value: Type.String(), label: Type.String() })

export const MenuSymbol = Type.Object({
  value: SymbolText,
  label: Type.String({ examples: ['LTC/USDT'] }),
  exchange: Type.String({ examples: ['BINANCE'] }),
  kind: Choice(['spot', 'perpetual', 'future', 'simulated']),
  version: Type.Integer({
    minimum: 1,
    description: 'instrument version: incremented when its tick or lot size changes',
  }),
  tape: TapeId,
  side: Choice(['given', 'estimated'], { description: 'whether the source reports the aggressor side' }),
  qty_unit: Choice(['base', 'contract']),
  tick_size: DecimalText,
  lot_size: DecimalText,
  cycle: Type.Array(Type.String(), {
    description: 'tick (t) and volume (v) cycles that suit its activity: bars of about 1, 5, 15 and 60 minutes',
  }),
  precision: Type.Array(DecimalText, { description: 'precisions offered for this symbol, finest first' }),
  from: Nullable(IsoTime),
  to: Nullable(IsoTime),
  live: Type.Boolean(),
})
export type MenuSymbol = Static<typeof MenuSymbol>

export const Menus = Type.Object({
  symbol: Type.Array(MenuSymbol),
  cycle: Type.Array(Option),
  precision: Type.Array(DecimalText, { description: 'union over all symbols, finest first' }),
  recommend: Type.Record(Type.String(), Type.Record(Type.String(), DecimalText), {
    description: 'symbol -> cycle -> recommended precision',
  }),
  initRecommand: Nullable(Type.Object({ symbol: SymbolText, cycle: Type.String(), precision: DecimalText })),
})
export type Menus = Static<typeof Menus>
