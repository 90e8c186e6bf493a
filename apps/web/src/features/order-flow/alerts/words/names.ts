import type { TFunction } from 'i18next'

/** Drawings that alerts support; the same list as in the contract. */
export const ALERT_DRAWING_KINDS = ['hline', 'trend', 'ray', 'rect'] as const
export const ZONE_KINDS = ['stack', 'effort', 'cluster', 'unfinished', 'nakedPoc'] as const
export const ZONE_EVENTS_ORDER = ['born', 'touched', 'broken'] as const

/** A kind unknown to this page shows its raw name. */
export function drawingName(t: TFunction, kind: string): string {
  const known = ALERT_DRAWING_KINDS.find((each) => each === kind)
  return known ? t(`alerts.drawing.${known}`) : kind
}

export function zoneKindName(t: TFunction, kind: string): string {
  const known = ZONE_KINDS.find((each) => each === kind)
  return known ? t(`alerts.zoneKind.${known}`) : kind
}
