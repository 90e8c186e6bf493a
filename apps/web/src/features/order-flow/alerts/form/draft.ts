import type {
  Alert,
  AlertChannel,
  AlertKind,
  AlertRepeat,
  AlertRule,
  AlertSound,
  Drawing,
  ZoneEvent,
} from '@flowprint/contract'
import { DEFAULT_SETTINGS, type IndicatorSettings, type ZoneKind } from '@flowprint/orderflow'
import { readIndicators } from '../../model/settings-store.ts'
import { ZONE_KINDS } from '../words/names.ts'

export type Side = 'buy' | 'sell' | 'either'
export type SizedKind = 'delta' | 'volume' | 'big_trade'
export type Expiry = 'never' | 'day' | 'week' | 'month' | 'own'

/** State of the dialog: every field of every kind as typed, so that changing the kind loses nothing. */
export interface AlertDraft {
  /** Set when an existing alert is edited. */
  readonly of: { readonly id: number; readonly version: number; readonly paused: boolean } | null
  readonly symbol: string
  readonly kind: AlertKind
  readonly price: string
  readonly direction: 'up' | 'down' | 'either'
  readonly drawing: Drawing | null
  readonly events: readonly ZoneEvent[]
  readonly zoneSide: 'support' | 'resistance' | 'either'
  readonly zoneKinds: readonly ZoneKind[]
  readonly rows: string
  readonly side: Side
  readonly effortSide: 'bullish' | 'bearish' | 'either'
  readonly sizes: Readonly<Record<SizedKind, string>>
  readonly cycle: string
  readonly precision: string
  readonly settings: IndicatorSettings
  readonly repeat: AlertRepeat
  /** Seconds. */
  readonly cooldown: number
  readonly expiry: Expiry
  /** In the format of a datetime field, in the page's time zone. */
  readonly expiresAt: string
  readonly channels: readonly AlertChannel[]
  readonly sound: AlertSound
  readonly name: string
}

/** A new draft from the chart's current state. */
export interface AlertContext {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
  readonly settings: IndicatorSettings
  readonly price: string
  readonly sizes: Readonly<Record<SizedKind, string>>
  readonly sound: AlertSound
}

const kindsOf = ({ zones }: IndicatorSettings): ZoneKind[] => ZONE_KINDS.filter((kind) => zones.kinds[kind])

export function newDraft(context: AlertContext, drawing: Drawing | null = null): AlertDraft {
  const { symbol, cycle, precision, settings, price, sizes, sound } = context
  return {
    of: null,
    symbol,
    kind: drawing === null ? 'price' : 'drawing',
    price,
    direction: 'either',
    drawing,
    events: ['born', 'touched', 'broken'],
    zoneSide: 'either',
    zoneKinds: kindsOf(settings),
    rows: String(settings.stack.min),
    side: 'either',
    effortSide: 'either',
    sizes,
    cycle,
    precision,
    settings,
    repeat: 'once',
    cooldown: 0,
    expiry: 'never',
    expiresAt: '',
    channels: ['page'],
    sound,
    name: '',
  }
}

/** The draft of an existing alert. `moment`: formats ms for a datetime field. */
export function draftOf(alert: Alert, context: AlertContext, moment: (ms: number) => string): AlertDraft {
  const { id, version, symbol, name, rule, repeat, cooldown, expires_at: expiresAt, channels, sound, state } = alert
  const usual: AlertDraft = {
    ...newDraft({ ...context, symbol }),
    of: { id, version, paused: state === 'paused' },
    name,
    repeat,
    cooldown,
    channels,
    sound,
    expiry: expiresAt === null ? 'never' : 'own',
    expiresAt: expiresAt === null ? '' : moment(Date.parse(expiresAt)),
  }
  return { ...usual, ...ruleParts(rule, usual) }
}

function ruleParts(rule: AlertRule, usual: AlertDraft): Partial<AlertDraft> {
  const cycle = rule.cycle ?? usual.cycle
  const study =
    'precision' in rule
      ? { precision: rule.precision, settings: readIndicators(rule.settings ?? null) ?? DEFAULT_SETTINGS }
      : {}
  const common = { kind: rule.kind, cycle, ...study }
  switch (rule.kind) {
    case 'price':
      return { ...common, price: rule.price, direction: rule.direction }
    case 'drawing':
      return { ...common, drawing: rule.drawing }
    case 'zone':
      return {
        ...common,
        events: rule.events,
        zoneSide: rule.side,
        zoneKinds: kindsOf(study.settings ?? usual.settings),
      }
    case 'stack':
      return { ...common, side: rule.side, rows: String(rule.min_rows) }
    case 'effort':
      return { ...common, effortSide: rule.side }
    case 'volume':
      return { ...common, sizes: { ...usual.sizes, volume: rule.at_least } }
    case 'delta':
    case 'big_trade':
      return { ...common, side: rule.side, sizes: { ...usual.sizes, [rule.kind]: rule.at_least } }
  }
}
