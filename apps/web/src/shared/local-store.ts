/**
 * Local storage that never throws (private windows and full disks refuse it) and validates what it reads.
 * Key names: `Authorization`, `language` and `symbolHistory` are the specification's; all others start with `flowprint:`.
 */
export interface KeyValueStore {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export const STORAGE_KEYS = {
  token: 'Authorization',
  language: 'language',
  symbolHistory: 'symbolHistory',
  theme: 'flowprint:theme',
  palette: 'flowprint:palette',
  precision: 'flowprint:precision',
  selection: 'flowprint:selection',
  indicators: 'flowprint:indicators',
  view: 'flowprint:view',
  layout: 'flowprint:layout',
  tape: 'flowprint:tape',
  timeZone: 'flowprint:timeZone',
  drawing: 'flowprint:drawing',
  drawings: 'flowprint:drawings',
  profiles: 'flowprint:profiles',
  alerts: 'flowprint:alerts',
  tour: 'flowprint:tour',
  invite: 'flowprint:invite',
} as const

/** Keys of the chart page's appearance; drawings and alerts are not included. */
const CHART_KEYS = [
  'selection',
  'precision',
  'indicators',
  'view',
  'layout',
  'tape',
  'profiles',
  'drawing',
] as const satisfies readonly (keyof typeof STORAGE_KEYS)[]

/** Resets the chart page to its first visit. */
export function forgetChart(): void {
  for (const name of CHART_KEYS) writeText(STORAGE_KEYS[name], null)
}

export function readText(key: string, store?: KeyValueStore): string | null {
  try {
    // Accessing localStorage throws when storage is blocked, so it is inside the try.
    return (store ?? localStorage).getItem(key)
  } catch {
    return null
  }
}

/** All stored keys. */
export function readKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

export function writeText(key: string, value: string | null, store?: KeyValueStore): void {
  try {
    if (value === null) (store ?? localStorage).removeItem(key)
    else (store ?? localStorage).setItem(key, value)
  } catch {
    // Only this choice is not remembered.
  }
}

/** The parsed value, or undefined when missing or not JSON. The caller validates its shape. */
export function readJson(key: string, store?: KeyValueStore): unknown {
  const text = readText(key, store)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export function writeJson(key: string, value: unknown, store?: KeyValueStore): void {
  writeText(key, JSON.stringify(value), store)
}
