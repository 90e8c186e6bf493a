import { deltaOf, FIGURES, lotsText, signedText } from '../../shared/figures/figure-data.ts'

const { alike, delta, effort, stack, zone } = FIGURES
const [left, right] = alike.pair.map((i) => alike.bars[i])

/** Numbers in the captions, computed from the figures' data. */
export const NUMBERS = {
  compare: {
    move: Math.round(((left.open - left.close + right.open - right.close) / 2) * Number(alike.tickSize)),
    bought: lotsText(deltaOf(left), alike.lotSize),
    sold: lotsText(-deltaOf(right), alike.lotSize),
  },
  poc: {},
  delta: { delta: signedText(deltaOf(delta.bars[delta.focus]), delta.lotSize) },
  stack: { rows: stack.stack.count },
  zone: { tests: zone.zone.tests },
  effort: { volume: effort.effort.relVolume.toFixed(1), share: Math.round(effort.effort.deltaShare * 100) },
}
