import type { FootprintChart } from '../api.ts'
import type { KeyAction } from './keyboard.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

/** Applies a keyboard action; the caller repaints. */
export function applyKeyAction(
  action: KeyAction,
  chart: Pick<FootprintChart, 'zoom' | 'scrollToNow' | 'nextPriceScale'>,
  time: TimeView,
  scale: PriceScale,
): void {
  switch (action.kind) {
    case 'bars':
      time.moveBy(action.by)
      break
    case 'pages':
      time.moveBy(action.by * time.shownBars())
      break
    case 'rows':
      if (scale.rows !== null) scale.moveBy(scale.rows, action.by * scale.rows.rowPx)
      break
    case 'zoomTime':
      chart.zoom('time', action.factor)
      break
    case 'zoomPrice':
      chart.zoom('price', action.factor)
      break
    case 'oldest':
      time.scrollToOldest()
      break
    case 'now':
      chart.scrollToNow()
      break
    case 'auto':
      chart.nextPriceScale()
      break
  }
}
