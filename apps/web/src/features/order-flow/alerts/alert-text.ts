import type { AlertEvent, AlertFacts, AlertRule, ScanCondition } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { formatPercent, groupDigits, formatSigned } from '../../../shared/format/number.ts'

/** Drawings that alerts support; the same list as in the contract. */
export const ALERT_DRAWING_KINDS = ['hline', 'trend', 'ray', 'rect'] as const
export const ZONE_KINDS = ['stack', 'effort', 'cluster', 'unfinished', 'nakedPoc'] as const
export const WALL_EVENTS_ORDER = ['born', 'tested', 'filled', 'pulled'] as const
export const ZONE_EVENTS_ORDER = ['born', 'touched', 'broken'] as const

/** A kind unknown to this page shows its raw name. */
export function drawingName(t: TFunction, kind: string): string {
  const known = ALERT_DRAWING_KINDS.find((each) => each === kind)
  return known ? t(`alerts.drawing.${known}`) : kind
}

function zoneKindName(t: TFunction, kind: string): string {
  const known = ZONE_KINDS.find((each) => each === kind)
  return known ? t(`alerts.zoneKind.${known}`) : kind
}

/** The condition of an alert in one line. `cycleName`: formats a cycle as in the menus. */
export function ruleText(t: TFunction, rule: AlertRule, cycleName: (cycle: string) => string): string {
  const text = ruleAlone(t, rule)
  return hasCycle(rule) ? `${cycleName(rule.cycle)} · ${text}` : text
}

type CycleRule = Extract<AlertRule, { readonly cycle: string }>

/** Whether the cycle of the bars is part of the condition. */
const hasCycle = (rule: AlertRule): rule is CycleRule => !isFreeKind(rule.kind)

/** Kinds without bars: their cycle only matters for "once per bar". */
export const isFreeKind = (kind: AlertRule['kind']): boolean =>
  kind === 'price' ||
  kind === 'drawing' ||
  kind === 'big_trade' ||
  kind === 'wall' ||
  kind === 'book_imbalance' ||
  kind === 'liquidation'

function ruleAlone(t: TFunction, rule: AlertRule): string {
  switch (rule.kind) {
    case 'price':
      return t(`alerts.rule.price.${rule.direction}`, { price: rule.price })
    case 'drawing':
      return t('alerts.rule.drawing', { drawing: drawingName(t, rule.drawing.kind), price: placeOf(rule.drawing) })
    case 'zone':
      return t(`alerts.rule.zone.${rule.side}`, {
        events: rule.events.map((event) => t(`alerts.zoneEvent.${event}`)).join(t('alerts.and')),
      })
    case 'stack':
      return t(`alerts.rule.stack.${rule.side}`, { rows: rule.min_rows })
    case 'effort':
      return t(`alerts.rule.effort.${rule.side}`)
    case 'delta':
      return t(`alerts.rule.delta.${rule.side}`, { size: groupDigits(rule.at_least) })
    case 'volume':
      return t('alerts.rule.volume', { size: groupDigits(rule.at_least) })
    case 'wall':
      return t(`alerts.rule.wall.${rule.side}`, {
        events: rule.events.map((event) => t(`alerts.wallEvent.${event}`)).join(t('alerts.and')),
      })
    case 'book_imbalance':
      return t(`alerts.rule.book_imbalance.${rule.side}`, { size: rule.at_least, seconds: rule.seconds })
    case 'resting':
      return t(`alerts.rule.resting.${rule.event}.${rule.side}`, { size: groupDigits(rule.at_least) })
    case 'big_trade':
      return t(`alerts.rule.big_trade.${rule.side}`, { size: groupDigits(rule.at_least) })
    case 'scanner':
      return rule.conditions.map((condition) => conditionText(t, condition)).join(t('alerts.and'))
    case 'liquidation':
      return t(`alerts.rule.liquidation.${rule.seconds === 0 ? 'single' : 'sum'}.${rule.side}`, {
        size: groupDigits(rule.at_least),
        seconds: rule.seconds,
      })
  }
}

function conditionText(t: TFunction, { column, operator, value }: ScanCondition): string {
  const name = t(`alerts.scanColumn.${column}`)
  return operator === 'abs_gte' ? `|${name}| ≥ ${value}` : `${name} ${OPERATOR_SIGNS[operator]} ${value}`
}

const OPERATOR_SIGNS = { gte: '≥', lte: '≤', gt: '>', lt: '<', eq: '=' } as const

/** The prices of a drawing, to distinguish drawings of one kind. */
export const placeOf = ({ points }: { readonly points: readonly { readonly price: string }[] }): string =>
  points.map(({ price }) => price).join(' → ')

/** Why an alert fired, in one sentence. Prices use the market's format, sizes are grouped. */
export function whyText(t: TFunction, facts: AlertFacts): string {
  switch (facts.kind) {
    case 'price':
      return t(`alerts.why.price.${facts.direction}`, { level: facts.level, price: facts.price })
    case 'drawing':
      return t('alerts.why.drawing', { drawing: drawingName(t, facts.drawing_kind), price: facts.price })
    case 'zone': {
      const { event, side, low, high, close, tests, strength } = facts
      return t(`alerts.why.zone.${event}`, {
        zone: zoneKindName(t, facts.zone_kind),
        side: t(`alerts.zoneSide.${side}`),
        low,
        high,
        close,
        tests,
        strength: Number(strength.toFixed(2)),
      })
    }
    case 'stack':
      return t(`alerts.why.stack.${facts.side}`, {
        rows: facts.rows,
        low: facts.low,
        high: facts.high,
        volume: groupDigits(facts.volume),
      })
    case 'effort':
      return t(`alerts.why.effort.${facts.side}`, {
        level: facts.level,
        relVolume: Number(facts.rel_volume.toFixed(1)),
        share: formatPercent(facts.delta_share, 0),
      })
    case 'delta':
      return t('alerts.why.delta', { delta: formatSigned(groupDigits(facts.delta)), size: groupDigits(facts.at_least) })
    case 'volume':
      return t('alerts.why.volume', { volume: groupDigits(facts.volume), size: groupDigits(facts.at_least) })
    case 'wall':
      return t(`alerts.why.wall.${facts.event}`, {
        side: t(`alerts.bookSide.${facts.side}`),
        low: facts.low,
        high: facts.high,
        tests: facts.tests,
        quantity: groupDigits(facts.quantity),
        max: groupDigits(facts.max_quantity),
        filled: groupDigits(facts.filled),
        pulled: groupDigits(facts.pulled),
      })
    case 'book_imbalance':
      return t('alerts.why.book_imbalance', {
        imbalance: formatSigned(facts.imbalance.toFixed(2)),
        seconds: facts.seconds,
        bid: facts.best_bid,
        ask: facts.best_ask,
      })
    case 'resting':
      return t(`alerts.why.resting.${facts.event}`, {
        side: t(`alerts.bookSide.${facts.side}`),
        volume: groupDigits(facts.volume),
        size: groupDigits(facts.at_least),
      })
    case 'big_trade':
      return t(`alerts.why.big_trade.${facts.side}`, {
        notional: groupDigits(facts.notional),
        first: facts.first,
        last: facts.last,
        trades: facts.trades,
      })
    case 'scanner':
      return t('alerts.why.scanner', {
        values: facts.values
          .map(({ column, value }) => `${t(`alerts.scanColumn.${column}`)} ${groupDigits(value)}`)
          .join(t('alerts.and')),
        close: groupDigits(facts.close),
      })
    case 'liquidation':
      return t(`alerts.why.liquidation.${facts.seconds === 0 ? 'single' : 'sum'}.${facts.position}`, {
        value: (facts.completeness === 'all' ? '' : '≥ ') + groupDigits(facts.value),
        seconds: facts.seconds,
        count: facts.count,
        price: facts.largest_price,
      })
  }
}

/** The event in two lines; `label`: the market's name. A test has no market. */
export function eventText(
  t: TFunction,
  { id, name, facts }: Pick<AlertEvent, 'id' | 'name' | 'facts'>,
  label: string,
): { readonly title: string; readonly text: string } {
  if (id === 0) return { title: t('alerts.title'), text: t('alerts.why.test') }
  return { title: name === '' ? label : `${name} · ${label}`, text: whyText(t, facts) }
}
