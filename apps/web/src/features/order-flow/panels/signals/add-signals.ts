import type { FootprintChart, Overlay, OverlayPoint, OverlayScope } from '@flowprint/chart'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { markAt, paintAuctions, paintMarks, type PlacedMark, placeMarks } from './marks.ts'

/**
 * Adds the marks of signals and the lines of unfinished auctions to the chart; returns the function that removes them.
 */
export function addSignals(chart: FootprintChart): () => void {
  let placed: readonly PlacedMark[] = []
  const lines: Overlay = {
    order: 'ground',
    paint: paintAuctions,
  }
  const marks: Overlay = {
    order: 'over',
    paint(scope: OverlayScope) {
      placed = placeMarks({ ...scope, efforts: useChartSettings.getState().view.layers.efforts })
      paintMarks(scope, placed)
    },
    hit({ x, y, slack }: OverlayPoint) {
      const mark = markAt(placed, x, y, slack)
      return mark && { kind: 'signal', signal: mark.signal, x: mark.x, y: mark.y }
    },
  }
  // Preload the card for the first hover.
  void Promise.all([import('./signal-card.tsx'), needWords('signals')])
  const undo = [chart.addOverlay(lines), chart.addOverlay(marks)]
  return () => undo.forEach((remove) => remove())
}
