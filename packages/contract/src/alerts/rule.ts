import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice } from '../schemas.ts'
import { Drawing } from '../workspace/drawing.ts'
import { ALERT_ROWS } from './limits.ts'
import { UNSIGNED_DECIMAL, DECIMAL_MAX } from '../limits.ts'

/** Kinds of drawings that support alerts. */
export const ALERT_DRAWINGS = ['hline', 'trend', 'ray', 'rect'] as const
export const ZONE_EVENTS = ['born', 'touched', 'broken'] as const
export type ZoneEvent = (typeof ZONE_EVENTS)[number]

const strict = { additionalProperties: false }
const Amount = (description: string) =>
  Type.String({ maxLength: DECIMAL_MAX, pattern: UNSIGNED_DECIMAL, description: `exact decimal; ${description}` })
const Side = Choice(['buy', 'sell', 'either'])
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
])
export type AlertRule = Static<typeof AlertRule>
export type AlertRuleOf<Kind extends AlertRule['kind']> = Extract<AlertRule, { kind: Kind }>
