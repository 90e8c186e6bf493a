import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useChartScope } from '../../model/chart-scope.ts'
import { isOverlayOpen } from '../../../../shared/ui/overlays.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { type PageActions, SYMBOL_PANEL, useLayout } from '../../model/layout-store.ts'
import { toggleDerivatives } from '../../model/change-setting.ts'
import { chooseReplay } from '../../model/replay-store.ts'
import { toggleHeatmap } from '../../model/settings-store.ts'

/** Keyboard actions of the order-flow page; the chart has its own. */
type Hotkey =
  | 'switch'
  | 'symbol'
  | 'indicators'
  | 'tape'
  | 'ladder'
  | 'heatmap'
  | 'derivatives'
  | 'watchlist'
  | 'alerts'
  | 'replay'
  | 'practice'
  | 'full'
  | 'help'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const KEYS: Readonly<Record<string, Hotkey>> = {
  '/': 'symbol',
  i: 'indicators',
  t: 'tape',
  d: 'ladder',
  h: 'heatmap',
  p: 'derivatives',
  w: 'watchlist',
  b: 'alerts',
  r: 'replay',
  x: 'practice',
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

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null
/** Elements that handle Enter themselves. */
const isControl = (target: Element) => target.closest('button, a, summary, label, input') !== null

export interface HotkeysProps {
  readonly controller: RefObject<ChartController | null>
  readonly actions: PageActions
  readonly switchTo: () => void
}

/** The page's keyboard shortcuts while mounted. Disabled while typing or while a menu or dialog is open. */
export function Hotkeys({ controller, actions, switchTo }: HotkeysProps) {
  const scope = useChartScope()
  const act: Record<Hotkey, () => void> = {
    switch: switchTo,
    symbol: () => document.getElementById(SYMBOL_PANEL)?.click(),
    indicators: () => useLayout.getState().fold('panel', !useLayout.getState().panel),
    tape: () => useLayout.getState().fold('tape', !useLayout.getState().tape),
    ladder: () => useLayout.getState().fold('ladder', !useLayout.getState().ladder),
    heatmap: () => toggleHeatmap(scope),
    derivatives: () => toggleDerivatives(scope),
    watchlist: () => useLayout.getState().fold('watchlist', !useLayout.getState().watchlist),
    alerts: () => useLayout.getState().fold('alerts', !useLayout.getState().alerts),
    replay: chooseReplay,
    practice: () => useLayout.getState().fold('practice', !useLayout.getState().practice),
    full: actions.toggleFullScreen,
    help: actions.showKeyboard,
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || isTyping(target)) return
    if (isOverlayOpen()) return
    const hotkey = hotkeyOf(event)
    if (hotkey === 'switch' && isControl(target)) return
    if (hotkey) {
      event.preventDefault()
      return act[hotkey]()
    }
    // Without a focused element, keys go to the chart.
    const nowhere = target === document.body || target.id === 'main'
    if (nowhere && controller.current?.pressKey(event)) event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return null
}
