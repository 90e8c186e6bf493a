/**
 * Browser storage that never throws: private windows and full disks refuse it. Key names: `Authorization`, `language`
 * and `symbolHistory` are the specification's; all others start with `flowprint:`.
 */
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
  ladder: 'flowprint:ladder',
  watchlist: 'flowprint:watchlist',
  timeZone: 'flowprint:timeZone',
  drawing: 'flowprint:drawing',
  drawings: 'flowprint:drawings',
  profiles: 'flowprint:profiles',
  alerts: 'flowprint:alerts',
  tour: 'flowprint:tour',
  invite: 'flowprint:invite',
  commands: 'flowprint:commands',
  replayMinutes: 'flowprint:replayMinutes',
  workspace: 'flowprint:workspace',
} as const

/** Keys of the chart page's appearance; drawings and alerts are not included. */
const CHART_KEYS = [
  'selection',
  'precision',
  'indicators',
  'view',
  'layout',
  'tape',
  'ladder',
  'watchlist',
  'profiles',
  'drawing',
] as const satisfies readonly (keyof typeof STORAGE_KEYS)[]

/** Resets the chart page to its first visit. */
export function forgetChart(): void {
  for (const name of CHART_KEYS) writeText(STORAGE_KEYS[name], null)
}

/** Local storage is shared by all tabs; session storage belongs to one. */
type Area = 'localStorage' | 'sessionStorage'

export function readText(key: string, area: Area = 'localStorage'): string | null {
  try {
    // Accessing the area throws when storage is blocked, so it is inside the try.
    return globalThis[area].getItem(key)
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

export function writeText(key: string, value: string | null, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // Only this choice is not remembered.
  }
}

/** The parsed value, or undefined when missing or not JSON. The caller validates its shape. */
export function readJson(key: string, area?: Area): unknown {
  const text = readText(key, area)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The fields of a stored object, unvalidated; none when it is missing or not an object. */
export function readRecord(key: string, area?: Area): Readonly<Record<string, unknown>> {
  return asRecord(readJson(key, area))
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function writeJson(key: string, value: unknown, area?: Area): void {
  writeText(key, JSON.stringify(value), area)
}
