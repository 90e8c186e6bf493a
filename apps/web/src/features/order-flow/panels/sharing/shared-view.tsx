import { MAX_DRAWINGS, type Drawing } from '@flowprint/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { drawingWords } from '../../drawings/paint.ts'
import { sameDrawing } from '../../drawings/drawing.ts'
import { useDrawings } from '../../drawings/drawing-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { type SharedView as View, useSharedView } from '../../model/selection-url.ts'
import { readDrawings, SharedOverlay } from './shared-drawings.ts'
import styles from './shared-view.module.css'

const NONE: readonly Drawing[] = []
const isSamePicture = (a: Drawing, b: Drawing) => sameDrawing({ ...a, id: b.id, locked: b.locked }, b)

/** Shows the link's time range, and its drawings until they are saved or dismissed. */
export function SharedView({ view, controller }: { view: View; controller: ChartController }) {
  const { t } = useTranslation()
  const { scope } = controller
  const dismiss = () => useSharedView.of(scope).setState({ view: null })
  const [drawings, setDrawings] = useState<readonly Drawing[]>([])
  const symbol = useOrder(({ applied }) => applied?.symbol)
  const units = useMarket(({ meta }) => meta?.units ?? null)
  const ready = useMarket(({ phase, meta }) => phase === 'ready' && meta?.symbol === view.symbol)
  const loaded = useDrawings((state) => state.symbol === view.symbol && state.save !== 'loading')
  const elsewhere = symbol !== view.symbol
  const own = useDrawings((state) => (state.symbol === view.symbol ? state.items : NONE))
  // The user's own link: do not duplicate existing drawings.
  const fresh = useMemo(
    () => drawings.filter((drawing) => !own.some((mine) => isSamePicture(mine, drawing))),
    [drawings, own],
  )
  const words = drawingWords(t, units)

  const take = useEffectEvent((read: readonly Drawing[] | null) => {
    if (read === null) showToast(t('workspace.share.unreadable'))
    if (!read?.length) return dismiss()
    setDrawings(read)
  })
  // Only once, so that later navigation is not undone.
  const shownView = useRef<View | null>(null)
  useEffect(() => {
    if (!ready || shownView.current === view) return
    shownView.current = view
    if (view.range) controller.showRange(view.range.from, view.range.to)
    const { drawings: given } = view
    void Promise.resolve(typeof given === 'string' ? readDrawings(given) : (given ?? [])).then((read) => take(read))
  }, [ready, view, controller])
  // Another market was chosen: discard the link.
  useEffect(() => {
    if (elsewhere) useSharedView.of(scope).setState({ view: null })
  }, [elsewhere, scope])
  useEffect(
    () => (fresh.length > 0 ? controller.chart.addOverlay(new SharedOverlay(fresh, words)) : undefined),
    [fresh, words, controller],
  )

  const keep = () => {
    const { items, commit } = useDrawings.of(scope).getState()
    if (items.length + fresh.length > MAX_DRAWINGS)
      return showToast(t('workspace.share.tooMany', { max: MAX_DRAWINGS }))
    commit(fresh.map((after, i) => ({ before: null, after, at: items.length + i })))
    showToast(t('workspace.share.kept', { count: fresh.length }))
    dismiss()
  }

  if (fresh.length === 0 || elsewhere) return null
  return (
    <div className={styles.bar} role="group" aria-label={t('workspace.share.bar')}>
      <span>{t('workspace.share.drawings', { count: fresh.length })}</span>
      <Button variant="primary" disabled={!loaded} onClick={keep}>
        {t('workspace.share.keep')}
      </Button>
      <Button variant="outlined" onClick={dismiss}>
        {t('workspace.share.dismiss')}
      </Button>
    </div>
  )
}
