import type { AlertRule, SaveAlertBody } from '@flowprint/contract'
import { DEFAULT_SETTINGS, encodeSettings, settingsEqual, type IndicatorSettings } from '@flowprint/orderflow'
import { ZONE_KINDS } from '../words/names.ts'
import { rowsOf, tidyAmount } from './draft-faults.ts'
import type { AlertDraft } from './draft.ts'
import { expiryOf } from './expiry.ts'

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

function ruleOf(draft: AlertDraft): AlertRule {
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
