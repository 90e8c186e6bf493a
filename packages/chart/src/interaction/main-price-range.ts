import type { PixelRatio } from '../panes/pixel-ratio.ts'
import { highRow, lowRow } from '../layout/visible-cells.ts'
import type { Scene } from '../renderers/scene.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

/** Bars with less than this in view (CSS px) are ignored for the range. */
const SLIVER = 2

/** Price range of the main pane in ticks; null while there is nothing to show. `heightCss`: height of the pane. */
export function computeMainPriceRange({
  scene,
  time,
  scale,
  heightCss,
  pixelRatio,
}: {
  scene: Scene | null
  time: TimeView
  scale: PriceScale
  heightCss: number
  pixelRatio: PixelRatio
}): { low: number; high: number } | null {
  const ratio = pixelRatio.value
  const columns = time.columns(ratio)
  if (scene === null || columns === null) return null
  const { from, to } = time.visible(SLIVER)
  const { bars } = scene
  const range = scale.range({
    from,
    to,
    ratio,
    heightPx: Math.round(heightCss * ratio),
    columnPx: columns.spacing,
    step: bars.step,
    spanOf: (bar) => ({ low: lowRow(bars, bar), high: highRow(bars, bar) }),
    focusRow: to >= from ? Math.floor(bars.close[to] / bars.step) : 0,
  })
  const { tick } = scene.price
  return range === null ? null : { low: range.low * tick, high: range.high * tick }
}
