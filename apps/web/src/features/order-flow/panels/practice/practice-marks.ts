import i18next from 'i18next'
import { groupDigits } from '../../../../shared/format/number.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { formatLots, formatPrice, textUnits } from '../../model/quantity-text.ts'
import { type PracticeLine, PracticeLines } from './practice-lines.ts'
import type { PracticeView } from './practice-run.ts'
import { practiceAct, usePractice } from './practice-store.ts'

export interface MarkedChart extends Pick<ChartController, 'symbol'> {
  readonly chart: Pick<ChartController['chart'], 'addOverlay' | 'repaintOverlays'>
}

/** Adds the lines of the market's practice session to a chart; returns the function that removes them. */
export function addPractice(marked: MarkedChart): () => void {
  const viewOf = () => usePractice.getState().views[marked.symbol] ?? null
  const lines = new PracticeLines({
    view: viewOf,
    textOf: lineText,
    act: (action) => void practiceAct(marked.symbol, action),
    repaint: () => marked.chart.repaintOverlays(),
  })
  const undo = [
    marked.chart.addOverlay(lines),
    usePractice.subscribe((now, before) => now.views !== before.views && marked.chart.repaintOverlays()),
  ]
  return () => undo.forEach((remove) => remove())
}

/** "Practice order · Buy 0.25 @ 50.5" */
function lineText({ kind, isBuy, lots, tick }: PracticeLine, { units }: PracticeView): string {
  const text = textUnits(units)
  const side = kind === 'position' ? (isBuy ? 'long' : 'short') : isBuy ? 'buy' : 'sell'
  const name = `${i18next.t(`practice.line.${kind}`)} · ${i18next.t(`practice.side.${side}`)}`
  return `${name} ${groupDigits(formatLots(lots, text))} @ ${formatPrice(tick, text)}`
}
