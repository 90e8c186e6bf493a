import { OrderflowError, parseSettings, type IndicatorSettings } from '@flowprint/orderflow'

export type SettingGroup = keyof IndicatorSettings

/**
 * The settings with one group partly changed, or null when the engine rejects the value. The engine validates, so that
 * page, link and server always agree.
 */
export function changeSetting<Group extends SettingGroup>(
  settings: IndicatorSettings,
  group: Group,
  change: { readonly [Key in keyof IndicatorSettings[Group]]?: unknown },
): IndicatorSettings | null {
  try {
    return parseSettings({ ...settings, [group]: { ...settings[group], ...change } })
  } catch (error) {
    if (error instanceof OrderflowError) return null
    throw error
  }
}
