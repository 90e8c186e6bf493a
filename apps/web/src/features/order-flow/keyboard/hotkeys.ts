/** What a key does on the order-flow page; null for keys that are nobody's here. */
export type Hotkey = 'switch' | 'symbol' | 'indicators' | 'full' | 'help' | 'now' | 'back' | 'forth' | 'farBack' | 'farForth'
  | 'zoomIn' | 'zoomOut' | 'priceIn' | 'priceOut'

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const PLAIN: Readonly<Record<string, Hotkey>> = {
  '/': 'symbol', i: 'indicators', f: 'full', '?': 'help', End: 'now', Enter: 'switch',
  ArrowLeft: 'back', ArrowRight: 'forth', PageUp: 'farBack', PageDown: 'farForth',
  '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', ArrowUp: 'priceIn', ArrowDown: 'priceOut',
}

/** Meaning of a key press. Combinations with Ctrl, Alt or Meta belong to the browser. */
export function hotkeyOf(press: KeyPress): Hotkey | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return Object.hasOwn(PLAIN, key) ? PLAIN[key] : null
}

/** These work wherever the focus is, unless one types; all others only with the focus on the chart or on nothing. */
export const EVERYWHERE: ReadonlySet<Hotkey> = new Set(['symbol', 'indicators', 'full', 'help'])
