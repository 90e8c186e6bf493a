import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, IsoTime, Nullable, SymbolText } from '../schemas.ts'
import { ScanCondition } from '../market/scanner.ts'
import { Drawing } from '../drawing.ts'
import {
  ALERT_CHANNELS,
  MAX_ALERT_NAME_LENGTH,
  ALERT_REPEATS,
  ALERT_ROWS,
  ALERT_SECONDS,
  ALERT_SOUNDS,
  LIQUIDATION_SECONDS,
  MAX_DECIMAL_LENGTH,
  MAX_ALERTS,
  MAX_COOLDOWN,
  UNSIGNED_DECIMAL,
} from '../limits.ts'
import { MAX_SCAN_CONDITIONS, SCAN_INTERVALS } from '../market/scan-limits.ts'

/** Kinds of drawings that support alerts. */
export const ALERT_DRAWINGS = ['hline', 'trend', 'ray', 'rect'] as const
export const ZONE_EVENTS = ['born', 'touched', 'broken'] as const
export type ZoneEvent = (typeof ZONE_EVENTS)[number]
export const WALL_EVENTS = ['born', 'tested', 'filled', 'pulled'] as const
export type WallAlertEvent = (typeof WALL_EVENTS)[number]
export const RESTING_EVENTS = ['stacked', 'pulled'] as const

const strict = { additionalProperties: false }
const Amount = (description: string) =>
  Type.String({
    maxLength: MAX_DECIMAL_LENGTH,
    pattern: UNSIGNED_DECIMAL,
    description: `exact decimal; ${description}`,
  })
const Side = Choice(['buy', 'sell', 'either'])
const BookSideChoice = Choice(['bid', 'ask', 'either'], { description: 'side of the order book' })
const Cycle = Type.String({ maxLength: 24, description: 'a time cycle of /menus', examples: ['5m'] })
const BarOf = Type.Optional(
  Type.String({ maxLength: 24, description: 'cycle of the bars for `repeat: bar`; 1m when absent' }),
)
const Precision = Type.String({ maxLength: 40, description: 'a positive multiple of the tick size' })
const Settings = Type.String({
  maxLength: 8000,
  description: 'indicator settings as in the link; defaults when absent',
})

/** The condition of an alert. Prices and sizes are decimals in units of the market. */
export const AlertRule = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('price'),
      price: Amount('a multiple of the tick'),
      direction: Choice(['up', 'down', 'either']),
      cycle: BarOf,
    },
    { ...strict, description: 'the price reaches or crosses `price` from the other side' },
  ),
  Type.Object(
    { kind: Type.Literal('drawing'), drawing: Drawing, cycle: BarOf },
    {
      ...strict,
      description: `prices touch a drawing (${ALERT_DRAWINGS.join(', ')}) as it was when the alert was saved; save the alert again after moving it`,
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('zone'),
      events: Type.Array(Choice(ZONE_EVENTS), { minItems: 1, maxItems: 3, uniqueItems: true }),
      side: Choice(['support', 'resistance', 'either']),
      cycle: Cycle,
      precision: Precision,
      settings: Type.Optional(Settings),
    },
    { ...strict, description: 'at the close of a complete bar; the settings define the zones' },
  ),
  Type.Object(
    {
      kind: Type.Literal('stack'),
      side: Side,
      min_rows: Type.Integer({ minimum: ALERT_ROWS.min, maximum: ALERT_ROWS.max }),
      cycle: Cycle,
      precision: Precision,
      settings: Type.Optional(Settings),
    },
    { ...strict, description: 'a stacked imbalance at the close of a complete bar' },
  ),
  Type.Object(
    {
      kind: Type.Literal('effort'),
      side: Choice(['bullish', 'bearish', 'either']),
      cycle: Cycle,
      precision: Precision,
      settings: Type.Optional(Settings),
    },
    {
      ...strict,
      description: 'effort without reward at the close of a complete bar; the precision only affects its level',
    },
  ),
  Type.Object(
    { kind: Type.Literal('delta'), side: Side, at_least: Amount('base units'), cycle: Cycle },
    { ...strict, description: 'the delta of the bar reaches +at_least (buy) or -at_least (sell), while it is open' },
  ),
  Type.Object(
    { kind: Type.Literal('volume'), at_least: Amount('base units'), cycle: Cycle },
    { ...strict, description: 'the volume of the bar reaches at_least, while it is open' },
  ),
  Type.Object(
    { kind: Type.Literal('big_trade'), side: Side, at_least: Amount('quote units'), cycle: BarOf },
    { ...strict, description: 'one aggressor trades at_least, and more than usual for this market (docs/alerts.md)' },
  ),
  Type.Object(
    {
      kind: Type.Literal('wall'),
      events: Type.Array(Choice(WALL_EVENTS), { minItems: 1, maxItems: WALL_EVENTS.length, uniqueItems: true }),
      side: BookSideChoice,
      ratio: Amount('at least 2: times the median of the rows within `distance`'),
      at_least: Type.Optional(Amount('base units that it holds when it is born; absent: the ratio alone decides')),
      distance: Amount('a multiple of the tick: from the best price of its side'),
      cycle: BarOf,
    },
    { ...strict, description: 'walls of the recorded book: born, tested, filled or pulled (docs/formulas/walls.md)' },
  ),
  Type.Object(
    {
      kind: Type.Literal('book_imbalance'),
      side: BookSideChoice,
      at_least: Amount('above 0, at most 1'),
      seconds: Type.Integer({ minimum: ALERT_SECONDS.min, maximum: ALERT_SECONDS.max }),
      distance: Amount('a multiple of the tick: from the best prices'),
      cycle: BarOf,
    },
    {
      ...strict,
      description:
        'the imbalance near the touch is at least +at_least (bid) or at most -at_least (ask) for so many seconds',
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('resting'),
      event: Choice(RESTING_EVENTS),
      side: BookSideChoice,
      at_least: Amount('base units'),
      cycle: Cycle,
    },
    {
      ...strict,
      description: 'stacked or pulled volume of a bar of the recorded book, over all known rows; a lower bound',
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('liquidation'),
      side: Choice(['long', 'short', 'either'], { description: 'the position that is closed by force' }),
      at_least: Amount('quote units'),
      seconds: Type.Union(
        [Type.Literal(0), Type.Integer({ minimum: LIQUIDATION_SECONDS.min, maximum: LIQUIDATION_SECONDS.max })],
        { description: '0: a single liquidation; otherwise the sum of one side within so many seconds' },
      ),
      cycle: BarOf,
    },
    {
      ...strict,
      description:
        'liquidations of a perpetual reach at_least; price x quantity of the orders. A lower bound where the exchange publishes not all',
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('scanner'),
      conditions: Type.Array(ScanCondition, { minItems: 1, maxItems: MAX_SCAN_CONDITIONS }),
      cycle: Choice(SCAN_INTERVALS),
    },
    {
      ...strict,
      description:
        'any followed market whose row of the scanner meets all conditions, at the close of a complete bar. Needs the symbol *',
    },
  ),
])
export type AlertRule = Static<typeof AlertRule>

const parts = {
  symbol: SymbolText,
  name: Type.String({ maxLength: MAX_ALERT_NAME_LENGTH, description: 'may be empty: the page then shows the rule' }),
  rule: AlertRule,
  repeat: Choice(ALERT_REPEATS),
  cooldown: Type.Integer({
    minimum: 0,
    maximum: MAX_COOLDOWN,
    description: 'cooldown in seconds of market time',
  }),
  expires_at: Nullable(IsoTime),
  channels: Type.Array(Choice(ALERT_CHANNELS), {
    maxItems: ALERT_CHANNELS.length,
    uniqueItems: true,
    description: 'empty: only recorded in the history',
  }),
  sound: Choice(ALERT_SOUNDS),
} as const

/**
 * Body of POST /save_alert: creates an alert without `id`; with `id` updates the one with this `version`, or fails with
 * STALE_VERSION.
 */
export const SaveAlertBody = Type.Object(
  {
    id: Type.Optional(Type.Integer({ minimum: 1 })),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'required with id' })),
    ...parts,
    enabled: Type.Boolean({ description: 'false: paused. true: restarts an alert that is done or paused' }),
  },
  { additionalProperties: false },
)
export type SaveAlertBody = Static<typeof SaveAlertBody>

/** active: waiting · paused: by its owner · done: fired once · expired: past its expiry time. */
const ALERT_STATES = ['active', 'paused', 'done', 'expired'] as const
export type AlertState = (typeof ALERT_STATES)[number]

export const Alert = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...parts,
  state: Choice(ALERT_STATES),
  fired: Type.Integer({ minimum: 0, description: 'how often it fired since its creation' }),
  last_fired_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
})
export type Alert = Static<typeof Alert>

/** Body of POST /alerts. */
export const AlertsBody = Type.Object({ symbol: Type.Optional(SymbolText) }, { additionalProperties: false })
export type AlertsBody = Static<typeof AlertsBody>

/** Newest first. */
export const Alerts = Type.Object({
  list: Type.Array(Alert),
  max: Type.Integer({ default: MAX_ALERTS, description: 'maximum number of alerts per account' }),
})
export type Alerts = Static<typeof Alerts>

/** Body of POST /delete_alert; the history is kept. */
export const DeleteAlertBody = Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
export type DeleteAlertBody = Static<typeof DeleteAlertBody>
