import { ALERT_SOUNDS, type AlertSound } from '@flowprint/contract'
import { create } from 'zustand'
import { readJson, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

interface AlertPreferences {
  /** Id of the newest event viewed in this browser; null: none yet. */
  readonly seen: number | null
  /** Show browser notifications while the page is in the background. */
  readonly notify: boolean
  /** The last choice. */
  readonly sound: AlertSound
}

interface PreferencesState extends AlertPreferences {
  change(preferences: Partial<AlertPreferences>): void
}

function stored(): AlertPreferences {
  const value = readJson(STORAGE_KEYS.alerts)
  const { seen, notify, sound } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return {
    seen: typeof seen === 'number' && Number.isSafeInteger(seen) && seen >= 0 ? seen : null,
    notify: notify === true,
    sound: ALERT_SOUNDS.find((known) => known === sound) ?? 'bell',
  }
}

/** Stored on this device. */
export const useAlertPreferences = create<PreferencesState>()((set, get) => ({
  ...stored(),
  change(preferences) {
    set(preferences)
    const { seen, notify, sound } = get()
    writeJson(STORAGE_KEYS.alerts, { seen, notify, sound })
  },
}))
