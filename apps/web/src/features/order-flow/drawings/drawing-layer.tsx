import { MAX_DRAWINGS } from '@flowprint/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../shared/ui/toasts.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { useActiveChart } from '../model/active-chart.tsx'
import { useMarket } from '../model/market-store.ts'
import { useLayout } from '../model/layout-store.ts'
import { useOrder } from '../model/order-store.ts'
import { DrawingBar } from './drawing-bar.tsx'
import { DrawingMenu } from './drawing-menu.tsx'
import { RailHandle } from './drawing-rail.tsx'
import { drawingWords } from './paint.ts'
import styles from './drawings.module.css'
import { addDrawing, selectedDrawing, takeTool, useDrawingPreferences, useDrawings } from './drawing-store.ts'
import { Anchors } from './anchors.ts'
import { DrawingsOverlay } from './drawings-overlay.ts'
import { useDrawingSync } from './drawing-sync.ts'
import { TextEditor } from './text-editor.tsx'
import { useDrawingKeys } from './hotkeys.ts'

/** All drawing UI over the chart. */
export function DrawingLayer({ controller }: { controller: ChartController }) {
  const { t } = useTranslation()
  const { chart, scope } = controller
  const [overlay, setOverlay] = useState<DrawingsOverlay | null>(null)
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null)
  const anchors = useRef(new Anchors())
  const layer = useRef<HTMLDivElement>(null)
  const symbol = useOrder(({ applied }) => applied?.symbol)
  const units = useMarket(({ meta }) => meta?.units ?? null)
  const ready = useMarket(({ phase }) => phase === 'ready')
  const selected = useDrawings(() => selectedDrawing(scope))
  const writing = useDrawings((state) => state.writing)
  const moving = useDrawings((state) => state.moving)
  const tool = useDrawings((state) => state.tool)
  const rail = useLayout((state) => state.rail)
  const isActive = useActiveChart((state) => state.scope === scope)
  const words = drawingWords(t, units)
  const sayFull = useEffectEvent(() => showToast(t('drawings.full', { count: MAX_DRAWINGS })))
  useDrawingSync(symbol)
  useDrawingKeys(overlay)

  useEffect(() => {
    const made = new DrawingsOverlay({
      chart,
      scope,
      full: () => sayFull(),
      placed: (box, at) => anchors.current.move(box, at),
      askMenu: (x, y) => setMenu({ x, y }),
    })
    const remove = chart.addOverlay(made)
    const repaint = () => chart.repaintOverlays()
    const unfollow = [useDrawings.of(scope).subscribe(repaint), useDrawingPreferences.subscribe(repaint)]
    setOverlay(made)
    return () => {
      for (const end of unfollow) end()
      made.destroy()
      remove()
    }
  }, [chart, scope])

  useEffect(() => {
    const container = layer.current?.parentElement?.querySelector('[data-chart]')
    const onContextMenu = (event: Event) => {
      if (!overlay || useDrawings.of(scope).getState().tool !== null) return
      const { clientX, clientY } = event as MouseEvent
      const id = overlay.hovered
      if (id === null && !isByTouch(event)) return
      if (id !== null) useDrawings.of(scope).setState({ selected: id })
      if (!selectedDrawing(scope)) return
      event.preventDefault()
      event.stopPropagation()
      setMenu({ x: clientX, y: clientY })
    }
    container?.addEventListener('contextmenu', onContextMenu, true)
    return () => container?.removeEventListener('contextmenu', onContextMenu, true)
  }, [overlay, scope])

  useEffect(() => overlay?.speak(words), [overlay, words])

  const duplicate = () => {
    const drawing = selectedDrawing(scope)
    const copy = drawing && overlay?.copyOf(drawing)
    if (copy && !addDrawing(scope, copy)) sayFull()
  }

  return (
    <div ref={layer} className={styles.layer}>
      {!rail && ready && isActive && <RailHandle />}
      {ready && selected && !writing && (
        <div
          key={selected.id}
          ref={(element) => anchors.current.holdBar(element)}
          className={styles.float}
          data-moving={moving}
        >
          <DrawingBar drawing={selected} />
        </div>
      )}
      {ready && writing && (
        <div key={writing.id} ref={(element) => anchors.current.holdText(element)} className={styles.float}>
          <TextEditor drawing={writing} />
        </div>
      )}
      {ready && tool && (
        <p className={styles.hint} role="status">
          {t(`drawings.tool.${tool}`)} ·{' '}
          {t(tool === 'hline' || tool === 'text' ? 'drawings.hint.one' : 'drawings.hint.two')}
          <button
            type="button"
            onClick={() => {
              overlay?.cancel()
              takeTool(scope, null)
            }}
          >
            {t('drawings.hint.cancel')}
          </button>
        </p>
      )}
      {menu && <DrawingMenu at={menu} onDuplicate={duplicate} onClose={() => setMenu(null)} />}
    </div>
  )
}

const isByTouch = (event: Event) => (event as PointerEvent).pointerType === 'touch'
