import type { AlertRule } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { groupDigits } from '../../model/quantity-text.ts'
import { drawingName } from './names.ts'

/** The condition of an alert in one line. `cycleName`: formats a cycle as in the menus. */
export function ruleText(t: TFunction, rule: AlertRule, cycleName: (cycle: string) => string): string {
  const text = ruleAlone(t, rule)
  const isOfBars = rule.kind !== 'price' && rule.kind !== 'drawing' && rule.kind !== 'big_trade'
  return isOfBars ? `${cycleName(rule.cycle)} · ${text}` : text
}

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
    case 'big_trade':
      return t(`alerts.rule.big_trade.${rule.side}`, { size: groupDigits(rule.at_least) })
  }
}

/** The prices of a drawing, to distinguish drawings of one kind. */
export const placeOf = ({ points }: { readonly points: readonly { readonly price: string }[] }): string =>
  points.map(({ price }) => price).join(' → ')
