import type { GestureTarget } from './gestures.ts'
import type { PixelRatio } from '../panes/pixel-ratio.ts'
import type { PointerReader } from './pointer-reader.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

interface Moved extends Pick<GestureTarget, 'nextPriceScale' | 'gestureChanged'> {
  readonly pointer: PointerReader
  readonly scale: PriceScale
  readonly time: TimeView
  readonly pixelRatio: PixelRatio
  /** Device px. */
  mainHeight(): number
  /** Requests a full repaint. */
  changed(): void
}

/** The target of gestures: moves the price scale and the time axis. */
export function createGestureTarget({
  pointer,
  scale,
  time,
  pixelRatio,
  mainHeight,
  changed,
  nextPriceScale,
  gestureChanged,
}: Moved): GestureTarget {
  return {
    regionAt: (x, y) => pointer.regionAt(x, y),
    rows: () => scale.rows,
    isAuto: () => scale.mode === 'auto',
    moveRows: (from, dy) => {
      scale.moveBy(from, dy * pixelRatio.value)
      changed()
    },
    zoomRows: (from, factor, y) => {
      scale.zoomAbout(from, factor, Number.isNaN(y) ? mainHeight() / 2 : y * pixelRatio.value)
      changed()
    },
    zoomTime: (factor, x) => time.zoom(factor, x),
    nextPriceScale,
    gestureChanged,
  }
}
