/** Keyboard actions of the order-flow page; the chart has its own. */
export type Hotkey = 'switch' | 'symbol' | 'indicators' | 'tape' | 'watchlist' | 'alerts' | 'full' | 'help'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const KEYS: Readonly<Record<string, Hotkey>> = {
  '/': 'symbol',
  i: 'indicators',
  t: 'tape',
  w: 'watchlist',
  b: 'alerts',
  f: 'full',
  '?': 'help',
  Enter: 'switch',
}

/** The action of a key press, or null. Combinations with Ctrl, Alt or Meta belong to the browser. */
export function hotkeyOf(press: KeyPress): Hotkey | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return Object.hasOwn(KEYS, key) ? KEYS[key] : null
}
