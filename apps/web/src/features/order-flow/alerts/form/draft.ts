import type {
  Alert,
  AlertChannel,
  ChartAlertKind,
  AlertRepeat,
  AlertRule,
  AlertSound,
  Drawing,
  SaveAlertBody,
  WallAlertEvent,
  ZoneEvent,
} from '@flowprint/contract'
import {
  DAY_MS,
  decimalUnit,
  DEFAULT_SETTINGS,
  encodeSettings,
  type IndicatorSettings,
  settingsEqual,
  toUnits,
  type ZoneKind,
} from '@flowprint/orderflow'
import { readIndicators } from '../../model/settings-store.ts'
import { ZONE_KINDS } from '../alert-text.ts'

/** Rules on one market; those on any market are set on the page of the scanner. */
type ChartRule = Exclude<AlertRule, { readonly kind: 'scanner' }>

type Side = 'buy' | 'sell' | 'either'
export type SizedKind = 'delta' | 'volume' | 'big_trade'
export type Expiry = 'never' | 'day' | 'week' | 'month' | 'own'

/** State of the dialog: every field of every kind as typed, so that changing the kind loses nothing. */
export interface AlertDraft {
  /** Set when an existing alert is edited. */
  readonly of: { readonly id: number; readonly version: number; readonly paused: boolean } | null
  readonly symbol: string
  readonly kind: ChartAlertKind
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
  readonly wallEvents: readonly WallAlertEvent[]
  readonly bookSide: 'bid' | 'ask' | 'either'
  readonly ratio: string
  /** Empty: the ratio alone decides. */
  readonly wallSize: string
  readonly distance: string
  readonly imbalance: string
  readonly duration: string
  readonly restingEvent: 'stacked' | 'pulled'
  readonly restingSize: string
  /** The position that is closed. */
  readonly liquidationSide: 'long' | 'short' | 'either'
  /** Quote units. */
  readonly liquidationSize: string
  /** Seconds over which they are added up; 0: a single one. */
  readonly liquidationSeconds: number
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

const tenTimes = (precision: string): string => {
  const [whole, decimals = ''] = precision.split('.')
  return tidyAmount(decimals === '' ? `${whole}0` : `${whole}${decimals[0]}.${decimals.slice(1)}`)
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
    wallEvents: ['born', 'tested', 'filled', 'pulled'],
    bookSide: 'either',
    ratio: '5',
    wallSize: '',
    // Ten rows of the chart.
    distance: tenTimes(precision),
    imbalance: '0.6',
    duration: '10',
    restingEvent: 'pulled',
    restingSize: sizes.volume,
    liquidationSide: 'either',
    liquidationSize: sizes.big_trade,
    liquidationSeconds: 0,
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
  return rule.kind === 'scanner' ? usual : { ...usual, ...ruleParts(rule, usual) }
}

function ruleParts(rule: ChartRule, usual: AlertDraft): Partial<AlertDraft> {
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
    case 'wall':
      return {
        ...common,
        wallEvents: rule.events,
        bookSide: rule.side,
        ratio: rule.ratio,
        wallSize: rule.at_least ?? '',
        distance: rule.distance,
      }
    case 'book_imbalance':
      return {
        ...common,
        bookSide: rule.side,
        imbalance: rule.at_least,
        duration: String(rule.seconds),
        distance: rule.distance,
      }
    case 'resting':
      return { ...common, restingEvent: rule.event, bookSide: rule.side, restingSize: rule.at_least }
    case 'liquidation':
      return {
        ...common,
        liquidationSide: rule.side,
        liquidationSize: rule.at_least,
        liquidationSeconds: rule.seconds,
      }
    case 'delta':
    case 'big_trade':
      return { ...common, side: rule.side, sizes: { ...usual.sizes, [rule.kind]: rule.at_least } }
  }
}

type FaultKey =
  | 'number'
  | 'positive'
  | 'tick'
  | 'rows'
  | 'drawing'
  | 'events'
  | 'kinds'
  | 'expiry'
  | 'ratio'
  | 'share'
  | 'duration'
export type DraftField =
  | 'ratio'
  | 'distance'
  | 'imbalance'
  | 'duration'
  | 'price'
  | 'drawing'
  | 'events'
  | 'zoneKinds'
  | 'rows'
  | 'size'
  | 'expiry'
export type DraftFaults = { readonly [Field in DraftField]?: FaultKey }

/** The format of amounts in the API. */
const AMOUNT = /^(0|[1-9]\d*)(\.\d+)?$/
const MAX_TEXT = 40

/** Normalizes a typed number: decimal comma, leading zeros, spaces as thousands separators. */
export function tidyAmount(text: string): string {
  const plain = text
    .trim()
    .replace(/\s/g, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
  return plain.startsWith('.') ? `0${plain}` : plain.replace(/\.$/, '')
}

export const rowsOf = (text: string): number | null => {
  const rows = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return rows >= 2 && rows <= 100 ? rows : null
}

/** Validates the fields of the draft's kind; returns errors by field. `isUtc`: the page's time zone. */
export function draftFaults(draft: AlertDraft, tickSize: string, now: number, isUtc: boolean): DraftFaults {
  const faults: { [Field in DraftField]?: FaultKey } = {}
  const { kind } = draft
  if (kind === 'price') faults.price = priceFault(draft.price, tickSize)
  if (kind === 'drawing' && draft.drawing === null) faults.drawing = 'drawing'
  if (kind === 'zone' && draft.events.length === 0) faults.events = 'events'
  if (kind === 'zone' && draft.zoneKinds.length === 0) faults.zoneKinds = 'kinds'
  if (kind === 'stack' && rowsOf(draft.rows) === null) faults.rows = 'rows'
  if (kind === 'delta' || kind === 'volume' || kind === 'big_trade') faults.size = amountFault(draft.sizes[kind])
  if (kind === 'wall') {
    if (draft.wallEvents.length === 0) faults.events = 'events'
    faults.ratio = rangeFault(draft.ratio, (ratio) => ratio >= 2, 'ratio')
    if (draft.wallSize.trim() !== '') faults.size = amountFault(draft.wallSize)
    faults.distance = priceFault(draft.distance, tickSize)
  }
  if (kind === 'book_imbalance') {
    faults.imbalance = rangeFault(draft.imbalance, (share) => share > 0 && share <= 1, 'share')
    if (secondsOf(draft.duration) === null) faults.duration = 'duration'
    faults.distance = priceFault(draft.distance, tickSize)
  }
  if (kind === 'resting') faults.size = amountFault(draft.restingSize)
  if (kind === 'liquidation') faults.size = amountFault(draft.liquidationSize)
  const expiresAt = expiryOf(draft, now, isUtc)
  if (Number.isNaN(expiresAt) || (expiresAt !== null && expiresAt <= now)) faults.expiry = 'expiry'
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

function amountFault(text: string): FaultKey | undefined {
  const amount = tidyAmount(text)
  if (amount.length > MAX_TEXT || !AMOUNT.test(amount)) return 'number'
  return /[1-9]/.test(amount) ? undefined : 'positive'
}

const secondsOf = (text: string): number | null => {
  const seconds = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return seconds >= 1 && seconds <= 3600 ? seconds : null
}

function rangeFault(text: string, isValid: (value: number) => boolean, fault: FaultKey): FaultKey | undefined {
  const amount = tidyAmount(text)
  return amount.length <= 12 && AMOUNT.test(amount) && isValid(Number(amount)) ? undefined : fault
}

function priceFault(text: string, tickSize: string): FaultKey | undefined {
  const fault = amountFault(text)
  if (fault !== undefined) return fault
  try {
    toUnits(tidyAmount(text), decimalUnit(tickSize))
    return undefined
  } catch {
    return 'tick'
  }
}

const AFTER_DAYS = { day: 1, week: 7, month: 30 } as const

/** Expiry of a draft, ms; null: never; NaN: the field is invalid. */
export function expiryOf(
  { expiry, expiresAt }: Pick<AlertDraft, 'expiry' | 'expiresAt'>,
  now: number,
  isUtc: boolean,
): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'own') return now + AFTER_DAYS[expiry] * DAY_MS
  return expiresAt === '' ? Number.NaN : Date.parse(isUtc ? `${expiresAt}Z` : expiresAt)
}

/** The body of /save_alert for a valid draft. */
export function saveBody(draft: AlertDraft, now: number, isUtc: boolean): SaveAlertBody {
  const expiresAt = expiryOf(draft, now, isUtc)
  return {
    ...(draft.of === null ? {} : { id: draft.of.id, version: draft.of.version }),
    symbol: draft.symbol,
    name: draft.name.trim(),
    rule: ruleOf(draft),
    repeat: draft.repeat,
    cooldown: draft.repeat === 'once' ? 0 : draft.cooldown,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    channels: [...draft.channels],
    sound: draft.sound,
    enabled: !(draft.of?.paused ?? false),
  }
}

function ruleOf(draft: AlertDraft): ChartRule {
  const { kind, cycle, precision, side, repeat } = draft
  // Rules without a bar: the cycle only matters for "once a bar".
  const barOf = repeat === 'bar' ? { cycle } : {}
  const study = (settings: IndicatorSettings) => ({
    cycle,
    precision: tidyAmount(precision),
    ...(settingsEqual(settings, DEFAULT_SETTINGS) ? {} : { settings: encodeSettings(settings) }),
  })
  switch (kind) {
    case 'price':
      return { kind, price: tidyAmount(draft.price), direction: draft.direction, ...barOf }
    case 'drawing':
      return { kind, drawing: draft.drawing as NonNullable<AlertDraft['drawing']>, ...barOf }
    case 'zone':
      return { kind, events: [...draft.events], side: draft.zoneSide, ...study(withKinds(draft)) }
    case 'stack':
      return { kind, side, min_rows: rowsOf(draft.rows) as number, ...study(draft.settings) }
    case 'effort':
      return { kind, side: draft.effortSide, ...study(draft.settings) }
    case 'delta':
      return { kind, side, at_least: tidyAmount(draft.sizes.delta), cycle }
    case 'volume':
      return { kind, at_least: tidyAmount(draft.sizes.volume), cycle }
    case 'wall':
      return {
        kind,
        events: [...draft.wallEvents],
        side: draft.bookSide,
        ratio: tidyAmount(draft.ratio),
        ...(draft.wallSize.trim() === '' ? {} : { at_least: tidyAmount(draft.wallSize) }),
        distance: tidyAmount(draft.distance),
        ...barOf,
      }
    case 'book_imbalance':
      return {
        kind,
        side: draft.bookSide,
        at_least: tidyAmount(draft.imbalance),
        seconds: secondsOf(draft.duration) as number,
        distance: tidyAmount(draft.distance),
        ...barOf,
      }
    case 'resting':
      return {
        kind,
        event: draft.restingEvent,
        side: draft.bookSide,
        at_least: tidyAmount(draft.restingSize),
        cycle,
      }
    case 'liquidation':
      return {
        kind,
        side: draft.liquidationSide,
        at_least: tidyAmount(draft.liquidationSize),
        seconds: draft.liquidationSeconds,
        ...barOf,
      }
    case 'big_trade':
      return { kind, side, at_least: tidyAmount(draft.sizes.big_trade), ...barOf }
  }
}

/** The study's settings determine which zones exist. */
function withKinds({ settings, zoneKinds }: AlertDraft): IndicatorSettings {
  const kinds = Object.fromEntries(ZONE_KINDS.map((kind) => [kind, zoneKinds.includes(kind)])) as Record<
    (typeof ZONE_KINDS)[number],
    boolean
  >
  return { ...settings, zones: { ...settings.zones, kinds } }
}
