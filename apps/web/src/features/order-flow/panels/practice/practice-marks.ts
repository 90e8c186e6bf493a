import type { FootprintChart } from '@flowprint/chart'
import i18next from 'i18next'
import { groupDigits } from '../../../../shared/format/number.ts'
import { formatLots, formatPrice, textUnits } from '../../model/quantity-text.ts'
import { type PracticeLine, PracticeLines } from './practice-lines.ts'
import { usePractice } from './practice-store.ts'

/** Adds the lines of the practice session to a chart; returns the function that removes them. */
export function addPractice(chart: Pick<FootprintChart, 'addOverlay' | 'repaintOverlays'>): () => void {
  const undo = [
    chart.addOverlay(new PracticeLines(chart, lineText)),
    usePractice.subscribe(() => chart.repaintOverlays()),
  ]
  return () => undo.forEach((remove) => remove())
}

/** "Practice order · Buy 0.25 @ 50.5" */
function lineText({ kind, isBuy, lots, tick }: PracticeLine): string {
  const { replay } = usePractice.getState()
  if (replay === null) return ''
  const units = textUnits(replay.units)
  const side = kind === 'position' ? (isBuy ? 'long' : 'short') : isBuy ? 'buy' : 'sell'
  const name = `${i18next.t(`practice.line.${kind}`)} · ${i18next.t(`practice.side.${side}`)}`
  return `${name} ${groupDigits(formatLots(lots, units))} @ ${formatPrice(tick, units)}`
}
