import type { AlertEvent, AlertFacts } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { groupDigits, signed } from '../../model/quantity-text.ts'
import { drawingName, zoneKindName } from './names.ts'

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
        share: `${(100 * facts.delta_share).toFixed(0)}%`,
      })
    case 'delta':
      return t('alerts.why.delta', { delta: signed(groupDigits(facts.delta)), size: groupDigits(facts.at_least) })
    case 'volume':
      return t('alerts.why.volume', { volume: groupDigits(facts.volume), size: groupDigits(facts.at_least) })
    case 'big_trade':
      return t(`alerts.why.big_trade.${facts.side}`, {
        notional: groupDigits(facts.notional),
        first: facts.first,
        last: facts.last,
        trades: facts.trades,
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
