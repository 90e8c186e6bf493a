import type { FootprintChart, Overlay, OverlayScope } from '@flowprint/chart'
import { useLayout } from '../../model/layout-store.ts'
import { anchorAt, useAnchorPick, type Anchored } from './anchor-store.ts'

/** While picking an anchor, highlights the bar under the pointer; the next click selects it. */
export function addPick(chart: FootprintChart): () => void {
  let remove: (() => void) | null = null
  const cancel = () => useAnchorPick.setState({ picking: null })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
  }
  const stop = () => {
    remove?.()
    remove = null
    document.removeEventListener('keydown', onKey)
    chart.repaintOverlays()
  }
  const start = (target: Anchored) => {
    stop()
    remove = chart.addOverlay(pickOverlay(chart, target, cancel))
    document.addEventListener('keydown', onKey)
    // On a phone the panel covers the bars to pick from.
    if (matchMedia('(max-width: 900px)').matches) useLayout.getState().fold('panel', false)
  }
  const unsubscribe = useAnchorPick.subscribe(({ picking }) => (picking === null ? stop() : start(picking)))
  return () => {
    unsubscribe()
    stop()
    cancel()
  }
}

function pickOverlay(chart: FootprintChart, target: Anchored, done: () => void): Overlay {
  let pointed: number | null = null
  const pointAt = (bar: number) => {
    const inside = bar >= 0 && bar < chart.bars().length ? bar : null
    if (inside === pointed) return
    pointed = inside
    chart.repaintOverlays()
  }
  return {
    order: 'over',
    paint: (scope) => paintPointed(scope, pointed),
    down({ x, coordinates }) {
      pointAt(coordinates.barAt(x))
      return true
    },
    move({ x, coordinates }) {
      pointAt(coordinates.barAt(x))
      return 'crosshair'
    },
    up(_, cancelled) {
      if (cancelled || pointed === null) return
      anchorAt(target, Math.floor(chart.bars().t[pointed]))
      done()
    },
  }
}

function paintPointed({ context, height, ratio, coordinates, theme }: OverlayScope, bar: number | null): void {
  if (bar === null) return
  context.save()
  context.fillStyle = theme.brand
  context.globalAlpha = 0.22
  context.fillRect(coordinates.xOfEdge(bar), 0, coordinates.columnPx, height)
  context.globalAlpha = 1
  context.fillRect(Math.round(coordinates.xOfEdge(bar)), 0, Math.max(1, Math.round(ratio)), height)
  context.restore()
}
