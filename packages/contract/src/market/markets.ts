import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, DecimalText, IsoTime, Nullable, Remark, SymbolText, TapeId } from '../schemas.ts'
import { DepthMode } from './depth.ts'

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
  depth: DepthMode,
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

const Count = Type.Integer({ minimum: 0 })

/** Body of POST /admin_save_market. */
export const SaveMarketBody = Type.Object({
  symbol: SymbolText,
  enabled: Type.Boolean({ description: 'true: collect it live; false: stop. Stored data is kept' }),
  depth: Type.Optional(DepthMode),
  remark: Remark,
})
export type SaveMarketBody = Static<typeof SaveMarketBody>

export const SavedMarket = Type.Object({
  symbol: SymbolText,
  enabled: Type.Boolean(),
  depth: DepthMode,
  checked: Type.Boolean({ description: 'false: could not verify that the exchange lists the symbol' }),
})
export type SavedMarket = Static<typeof SavedMarket>

const FollowedMarketRow = Type.Object({
  symbol: SymbolText,
  enabled: Type.Boolean(),
  depth: DepthMode,
  by: Choice(['env', 'operator'], { description: 'env: MARKETS or the built-in list; operator: command or call' }),
})

/** Data of POST /admin_markets. */
export const FollowedMarkets = Type.Object({ list: Type.Array(FollowedMarketRow), total: Count })
export type FollowedMarkets = Static<typeof FollowedMarkets>

const MARKET_STATES = ['waiting', 'refused', 'live', 'stale', 'repairing'] as const

/** State of a collected market in the responding process. */
const FeedRow = Type.Object({
  symbol: SymbolText,
  venue: Type.String(),
  state: Choice(MARKET_STATES, {
    description: 'waiting: its exchange does not respond yet, or another process collects it',
  }),
  lag_ms: Nullable(Count),
  last_trade_time: Nullable(IsoTime),
  gaps: Type.Integer({ minimum: 0, description: 'gaps that may still be filled' }),
  trades: Count,
  duplicates: Count,
  late: Type.Integer({ minimum: 0, description: 'trades that came too late for a frame' }),
  dropped: Type.Integer({
    minimum: 0,
    description: 'trades dropped while the database was unavailable; repairs refetch them',
  }),
  losses: Type.Integer({ minimum: 0, description: 'number of lost connections' }),
  note: Nullable(Type.String()),
})

const VenueRow = Type.Object({
  venue: Type.String(),
  symbols: Count,
  connections: Count,
  silent_ms: Nullable(Count),
  reconnects: Count,
  messages: Count,
  faults: Count,
  excluded: Type.Integer({ minimum: 0, description: 'trades excluded because they are not order flow' }),
  clock_skew_ms: Nullable(Type.Integer({ description: "the exchange's clock minus ours" })),
  last_fault: Nullable(Type.Object({ time: IsoTime, what: Type.String() })),
  note: Nullable(Type.String()),
})

/** Data of POST /admin_feeds. */
export const Feeds = Type.Object({ list: Type.Array(FeedRow), venues: Type.Array(VenueRow) })
export type Feeds = Static<typeof Feeds>
