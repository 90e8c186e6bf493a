import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, DecimalText, IsoTime, Nullable, SymbolText, TimeMs } from '../schemas.ts'
import { ALERT_CHANNELS, ALERT_SOUNDS, MAX_PAGE_CUR } from '../limits.ts'
import { SCAN_COLUMN_NAMES } from '../market/scan-limits.ts'
import { LIQUIDATION_COMPLETENESS, POSITIONS } from '../market/derivatives.ts'
import { AlertRule, RESTING_EVENTS, WALL_EVENTS, ZONE_EVENTS } from './alert.ts'

const Count = Type.Integer({ minimum: 0 })
const TradeSide = Choice(['buy', 'sell'])
const BookSide = Choice(['bid', 'ask'])

/** Why an alert fired: the values its rule was evaluated with. Shares and scores are for display. */
export const AlertFacts = Type.Union([
  Type.Object({
    kind: Type.Literal('price'),
    level: DecimalText,
    before: DecimalText,
    price: DecimalText,
    direction: Choice(['up', 'down']),
  }),
  Type.Object({
    kind: Type.Literal('drawing'),
    drawing_id: Type.String(),
    drawing_kind: Type.String(),
    price: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('zone'),
    event: Choice(ZONE_EVENTS),
    zone_kind: Type.String(),
    side: Choice(['support', 'resistance']),
    low: DecimalText,
    high: Type.String({ description: 'upper edge, exclusive' }),
    born: TimeMs,
    tests: Count,
    strength: Type.Number(),
    close: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('stack'),
    side: TradeSide,
    low: DecimalText,
    high: DecimalText,
    rows: Count,
    volume: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('effort'),
    side: Choice(['bullish', 'bearish']),
    score: Type.Number(),
    rel_volume: Type.Number(),
    delta_share: Type.Number(),
    progress: Type.Number(),
    close_location: Type.Number(),
    level: DecimalText,
  }),
  Type.Object({ kind: Type.Literal('delta'), delta: DecimalText, at_least: DecimalText }),
  Type.Object({ kind: Type.Literal('volume'), volume: DecimalText, at_least: DecimalText }),
  Type.Object({
    kind: Type.Literal('big_trade'),
    side: TradeSide,
    notional: DecimalText,
    volume: DecimalText,
    first: DecimalText,
    last: DecimalText,
    trades: Count,
    threshold: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('wall'),
    event: Choice(WALL_EVENTS),
    side: BookSide,
    low: DecimalText,
    high: Type.String({ description: 'upper edge, exclusive' }),
    born: TimeMs,
    quantity: DecimalText,
    max_quantity: DecimalText,
    filled: Type.String({ description: 'traded against it since it was born' }),
    pulled: Type.String({ description: 'withdrawn since it was born, a lower bound' }),
    tests: Count,
  }),
  Type.Object({
    kind: Type.Literal('book_imbalance'),
    side: BookSide,
    imbalance: Type.Number({ description: '-1 (only asks) to 1 (only bids)' }),
    at_least: DecimalText,
    seconds: Count,
    best_bid: DecimalText,
    best_ask: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('resting'),
    event: Choice(RESTING_EVENTS),
    side: BookSide,
    volume: DecimalText,
    at_least: DecimalText,
  }),
  Type.Object({
    kind: Type.Literal('liquidation'),
    position: Choice(POSITIONS),
    value: Type.String({ description: 'sum of price x quantity, quote units, exact' }),
    at_least: DecimalText,
    seconds: Count,
    completeness: Choice(LIQUIDATION_COMPLETENESS, { description: 'lower bound: `value` may have been larger' }),
    count: Type.Integer({ minimum: 1 }),
    largest_price: Type.String({ description: 'price of the largest one' }),
  }),
  Type.Object({
    kind: Type.Literal('scanner'),
    close: DecimalText,
    values: Type.Array(
      Type.Object({ column: Choice(SCAN_COLUMN_NAMES), value: Type.String({ description: 'as shown in the row' }) }),
      { description: 'the columns of the conditions' },
    ),
  }),
])
export type AlertFacts = Static<typeof AlertFacts>

/**
 * waiting: will be tried (again) · sent: accepted by the recipient · failed: given up · skipped: over a limit, or no
 * recipient.
 */
const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const

/** One alert that fired. `id` identifies it, also when it is delivered twice: ascending, but not gapless. */
export const AlertEvent = Type.Object({
  id: Type.Integer(),
  alert_id: Nullable(Type.Integer({ description: 'null: the alert was deleted' })),
  name: Type.String(),
  symbol: SymbolText,
  rule: AlertRule,
  facts: AlertFacts,
  t: Type.Integer({ description: 'market time at which the condition was met, in ms' }),
  bar: Nullable(
    Type.Object(
      { t: TimeMs, cycle: Type.String(), precision: Nullable(Type.String()) },
      { description: 'null: not related to a cycle' },
    ),
  ),
  sound: Choice(ALERT_SOUNDS),
  created_at: IsoTime,
  deliveries: Type.Array(
    Type.Object({ channel: Choice(ALERT_CHANNELS), state: Choice(DELIVERY_STATES), at: Nullable(IsoTime) }),
  ),
})
export type AlertEvent = Static<typeof AlertEvent>

/** Body of POST /alert_history. `after` (an id): only newer ones, for a page that was disconnected. */
export const AlertHistoryBody = Type.Object(
  {
    page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_CUR, default: 1 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    symbol: Type.Optional(SymbolText),
    alert_id: Type.Optional(Type.Integer({ minimum: 1 })),
    after: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)
export type AlertHistoryBody = Static<typeof AlertHistoryBody>

/** Newest first. */
export const AlertHistory = Type.Object({
  list: Type.Array(AlertEvent),
  total: Count,
  page_cur: Type.Integer(),
  page_size: Type.Integer(),
})
export type AlertHistory = Static<typeof AlertHistory>
