import { useEffect, useEffectEvent, type RefObject } from 'react'
import { isOverlayOpen } from '../../../shared/ui/overlays.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { useLayout } from '../model/layout-store.ts'
import { SYMBOL_PANEL } from '../toolbar/symbol-panel.ts'
import type { PageActions } from '../toolbar/page-actions.ts'
import { hotkeyOf, type Hotkey } from './hotkeys.ts'

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null
/** Elements that handle Enter themselves. */
const isControl = (target: Element) => target.closest('button, a, summary, label, input') !== null

/** The page's keyboard shortcuts. Disabled while typing or while a menu or dialog is open. */
export function useHotkeys(
  controller: RefObject<ChartController | null>,
  actions: PageActions,
  switchTo: () => void,
): void {
  const act: Record<Hotkey, () => void> = {
    switch: switchTo,
    symbol: () => document.getElementById(SYMBOL_PANEL)?.click(),
    indicators: () => useLayout.getState().fold('panel', !useLayout.getState().panel),
    tape: () => useLayout.getState().fold('tape', !useLayout.getState().tape),
    watchlist: () => useLayout.getState().fold('watchlist', !useLayout.getState().watchlist),
    alerts: () => useLayout.getState().fold('alerts', !useLayout.getState().alerts),
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
}
