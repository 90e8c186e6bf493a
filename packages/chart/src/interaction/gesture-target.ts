import type { GestureTarget } from './gestures.ts'
import type { PointerReader } from './pointer-reader.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

interface Moved extends Pick<GestureTarget, 'resetPrice' | 'gestureChanged'> {
  readonly pointer: PointerReader
  readonly scale: PriceScale
  readonly time: TimeView
  /** Device px. */
  mainHeight(): number
  /** Everything must be painted anew. */
  changed(): void
}

/** What gestures move: the price scale and the time axis. */
export function gestureTarget({ pointer, scale, time, mainHeight, changed, resetPrice, gestureChanged }: Moved): GestureTarget {
  return {
    regionAt: (x, y) => pointer.regionAt(x, y),
    rows: () => scale.rows,
    isAuto: () => scale.mode === 'auto',
    moveRows: (from, dy) => {
      scale.moveBy(from, dy * window.devicePixelRatio)
      changed()
    },
    zoomRows: (from, factor, y) => {
      scale.zoomAbout(from, factor, Number.isNaN(y) ? mainHeight() / 2 : y * window.devicePixelRatio)
      changed()
    },
    zoomTime: (factor, x) => time.zoom(factor, x),
    resetPrice,
    gestureChanged,
  }
}
