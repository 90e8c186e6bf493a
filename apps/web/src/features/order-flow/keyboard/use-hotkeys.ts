import type { FootprintChart } from '@flowprint/chart'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { ChartController } from '../chart/chart-controller.ts'
import { useLayout } from '../model/layout-store.ts'
import { SYMBOL_PANEL } from '../toolbar/symbol-button.tsx'
import type { PageActions } from '../toolbar/page-actions.ts'
import { EVERYWHERE, hotkeyOf, type Hotkey } from './hotkeys.ts'

const ZOOM = 1.25

/** Moves the time axis by whole bars; `screens` counts in visible widths. */
function pan(chart: FootprintChart, bars: number, screens = 0): void {
  const { from, to } = chart.visibleRange()
  const { t, length } = chart.bars()
  if (length === 0 || to < from) return
  const middle = Math.round((from + to) / 2) + bars + screens * Math.max(1, to - from)
  chart.scrollToTime(t[Math.max(0, Math.min(length - 1, middle))])
}

function moveChart(chart: FootprintChart, hotkey: Hotkey): void {
  switch (hotkey) {
    case 'now':
      return chart.scrollToNow()
    case 'back':
      return pan(chart, -1)
    case 'forth':
      return pan(chart, 1)
    case 'farBack':
      return pan(chart, 0, -1)
    case 'farForth':
      return pan(chart, 0, 1)
    case 'zoomIn':
      return chart.zoom('time', ZOOM)
    case 'zoomOut':
      return chart.zoom('time', 1 / ZOOM)
    case 'priceIn':
      return chart.zoom('price', ZOOM)
    case 'priceOut':
      return chart.zoom('price', 1 / ZOOM)
    default:
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keyboard of the page. Never while one types, nor while a menu or dialog is open. */
export function useHotkeys(controller: RefObject<ChartController | null>, actions: PageActions, switchTo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    if (document.querySelector('dialog[open], [popover="auto"]:popover-open')) return
    const hotkey = hotkeyOf(event)
    if (!hotkey) return
    const target = event.target as Element
    const onChart = target === document.body || target.closest('[data-chart], #main') !== null
    const onControl = target.closest('button, a, [role=radio], [role=switch]') !== null
    if (!EVERYWHERE.has(hotkey) && (!onChart || onControl)) return
    event.preventDefault()
    const layout = useLayout.getState()
    if (hotkey === 'symbol') document.getElementById(SYMBOL_PANEL)?.showPopover()
    else if (hotkey === 'indicators') layout.fold('panel', !layout.panel)
    else if (hotkey === 'full') actions.toggleFullScreen()
    else if (hotkey === 'help') actions.showKeyboard()
    else if (hotkey === 'switch') switchTo()
    else if (controller.current) moveChart(controller.current.chart, hotkey)
  })

  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
