import { MAX_DRAWINGS } from '@flowprint/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../shared/ui/toasts.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { useMarket } from '../model/market-store.ts'
import { useLayout } from '../model/layout-store.ts'
import { useOrder } from '../model/order-store.ts'
import { DrawingBar } from './drawing-bar.tsx'
import { DrawingMenu } from './drawing-menu.tsx'
import { RailHandle } from './drawing-rail.tsx'
import { drawingWords } from './drawing-words.ts'
import styles from './drawings.module.css'
import { addDrawing, selectedDrawing, takeTool } from './model/actions.ts'
import { useDrawingPreferences } from './model/drawing-preferences.ts'
import { useDrawings } from './model/drawing-store.ts'
import { Anchors } from './overlay/anchors.ts'
import { DrawingsOverlay } from './overlay/drawings-overlay.ts'
import { useDrawingSync } from './sync/use-drawing-sync.ts'
import { TextEditor } from './text-editor.tsx'
import { useDrawingKeys } from './hotkeys.ts'

/** All drawing UI over the chart. */
export function DrawingLayer({ controller }: { controller: ChartController }) {
  const { t } = useTranslation()
  const { chart } = controller
  const [overlay, setOverlay] = useState<DrawingsOverlay | null>(null)
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null)
  const anchors = useRef(new Anchors())
  const layer = useRef<HTMLDivElement>(null)
  const symbol = useOrder(({ applied }) => applied?.symbol)
  const units = useMarket(({ meta }) => meta?.units ?? null)
  const ready = useMarket(({ phase }) => phase === 'ready')
  const selected = useDrawings(() => selectedDrawing())
  const writing = useDrawings((state) => state.writing)
  const moving = useDrawings((state) => state.moving)
  const tool = useDrawings((state) => state.tool)
  const rail = useLayout((state) => state.rail)
  const words = drawingWords(t, units)
  const sayFull = useEffectEvent(() => showToast(t('drawings.full', { count: MAX_DRAWINGS })))
  useDrawingSync(symbol)
  useDrawingKeys(overlay)

  useEffect(() => {
    const made = new DrawingsOverlay({
      chart,
      full: () => sayFull(),
      placed: (box, at) => anchors.current.move(box, at),
      askMenu: (x, y) => setMenu({ x, y }),
    })
    const remove = chart.addOverlay(made)
    const repaint = () => chart.repaintOverlays()
    const unfollow = [useDrawings.subscribe(repaint), useDrawingPreferences.subscribe(repaint)]
    setOverlay(made)
    return () => {
      for (const end of unfollow) end()
      made.destroy()
      remove()
    }
  }, [chart])

  useEffect(() => {
    const container = layer.current?.parentElement?.querySelector('[data-chart]')
    const onContextMenu = (event: Event) => {
      if (!overlay || useDrawings.getState().tool !== null) return
      const { clientX, clientY } = event as MouseEvent
      const id = overlay.hovered
      if (id === null && !isByTouch(event)) return
      if (id !== null) useDrawings.setState({ selected: id })
      if (!selectedDrawing()) return
      event.preventDefault()
      event.stopPropagation()
      setMenu({ x: clientX, y: clientY })
    }
    container?.addEventListener('contextmenu', onContextMenu, true)
    return () => container?.removeEventListener('contextmenu', onContextMenu, true)
  }, [overlay])

  useEffect(() => overlay?.speak(words), [overlay, words])

  const duplicate = () => {
    const drawing = selectedDrawing()
    const copy = drawing && overlay?.copyOf(drawing)
    if (copy && !addDrawing(copy)) sayFull()
  }

  return (
    <div ref={layer} className={styles.layer}>
      {!rail && ready && <RailHandle />}
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
              takeTool(null)
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
