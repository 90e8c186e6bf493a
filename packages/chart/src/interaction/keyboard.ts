import type { FootprintChart } from '../api.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

/**
 * Step sizes of the keys: bars per arrow, share of the screen with Shift, rows per arrow, zoom per key.
 */
export const KEY_BARS = 2
export const KEY_PAGE = 0.8
export const KEY_ROWS = 3
export const KEY_ZOOM = 1.15

type KeyAction =
  | { readonly kind: 'bars'; readonly by: number }
  | { readonly kind: 'pages'; readonly by: number }
  | { readonly kind: 'rows'; readonly by: number }
  | { readonly kind: 'zoomTime'; readonly factor: number }
  | { readonly kind: 'zoomPrice'; readonly factor: number }
  | { readonly kind: 'oldest' | 'now' | 'auto' }

/**
 * Maps a key event to an action.
 *
 * Left and Right: bars; with Shift: pages. Up and Down: rows. + and -: bars wider or narrower; with Alt: rows higher or
 * lower. Home: oldest loaded bar. End: newest bar. A or 0: automatic price scale, alternating between fitting all bars
 * and readable rows. Keys with Ctrl or Meta are left to the browser.
 */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): KeyAction | null {
  if (event.ctrlKey || event.metaKey) return null
  const axis = event.altKey ? 'zoomPrice' : 'zoomTime'
  switch (event.key) {
    case 'ArrowLeft':
      return event.shiftKey ? { kind: 'pages', by: -KEY_PAGE } : { kind: 'bars', by: -KEY_BARS }
    case 'ArrowRight':
      return event.shiftKey ? { kind: 'pages', by: KEY_PAGE } : { kind: 'bars', by: KEY_BARS }
    case 'PageUp':
      return { kind: 'pages', by: -KEY_PAGE }
    case 'PageDown':
      return { kind: 'pages', by: KEY_PAGE }
    case 'ArrowUp':
      return { kind: 'rows', by: KEY_ROWS }
    case 'ArrowDown':
      return { kind: 'rows', by: -KEY_ROWS }
    // Plus and minus share a key with another character on most layouts, so both characters are accepted.
    case '+':
    case '=':
      return { kind: axis, factor: KEY_ZOOM }
    case '-':
    case '_':
      return { kind: axis, factor: 1 / KEY_ZOOM }
    case 'Home':
      return { kind: 'oldest' }
    case 'End':
      return { kind: 'now' }
    case 'a':
    case 'A':
    case '0':
      return { kind: 'auto' }
    default:
      return null
  }
}

/** Applies a keyboard action; the caller repaints. */
export function applyKeyAction(
  action: KeyAction,
  chart: Pick<FootprintChart, 'zoom' | 'scrollToNow' | 'nextPriceScale'>,
  time: TimeView,
  scale: PriceScale,
): void {
  switch (action.kind) {
    case 'bars':
      time.moveBy(action.by)
      break
    case 'pages':
      time.moveBy(action.by * time.shownBars())
      break
    case 'rows':
      if (scale.rows !== null) scale.moveBy(scale.rows, action.by * scale.rows.rowPx)
      break
    case 'zoomTime':
      chart.zoom('time', action.factor)
      break
    case 'zoomPrice':
      chart.zoom('price', action.factor)
      break
    case 'oldest':
      time.scrollToOldest()
      break
    case 'now':
      chart.scrollToNow()
      break
    case 'auto':
      chart.nextPriceScale()
      break
  }
}
