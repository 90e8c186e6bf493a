/**
 * Local storage that never throws (private windows and full disks refuse it) and never trusts what it reads.
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

/** What the chart page remembers about how it looks; drawings and alerts are not part of it. */
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

/** The chart page then begins as on the first visit. */
export function forgetChart(): void {
  for (const name of CHART_KEYS) writeText(STORAGE_KEYS[name], null)
}

export function readText(key: string, store?: KeyValueStore): string | null {
  try {
    // Naming localStorage is already refused where storage is blocked, so it stands inside.
    return (store ?? localStorage).getItem(key)
  } catch {
    return null
  }
}

/** The names of everything that is stored. */
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
    // Nothing is lost but the memory of this choice.
  }
}

/** The parsed value, or undefined where there is none or it is not JSON. The caller checks its shape. */
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
