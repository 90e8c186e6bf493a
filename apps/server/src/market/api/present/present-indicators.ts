import type { Imbalance, Indicators, StackedImbalance } from '@flowprint/contract'
import { BUY_STACK, SELL_STACK, addLots, imbalancesOf, lowerBoundT, ratioText, roundScore } from '@flowprint/orderflow'
import type { Analysis, Bars, Lots, Stack } from '@flowprint/orderflow'
import type { DecimalWriter } from '../../decimal-text.ts'
import { presentAbsorption, presentExhaustion, presentUnfinished } from './present-signals.ts'
import type { VolumeUnit } from './volume-unit.ts'

/**
 * The indicators of bars [first, bars.length). Marks of earlier bars are omitted; zones are included if still active at
 * the first bar.
 */
export function presentIndicators(
  bars: Bars,
  analysis: Analysis,
  options: { readonly first: number; readonly price: DecimalWriter; readonly volume: VolumeUnit },
): Indicators {
  const { first, price, volume } = options
  const fromT = first < bars.length ? bars.t[first] : Infinity
  const edge = (row: number) => price(row * bars.step)
  const words = { bars, price, volume }
  const isShown = ({ t }: { readonly t: number }): boolean => t >= fromT
  const { unfinished, absorptions, exhaustions } = analysis.signals
  const imbalances: Imbalance[] = []
  for (let i = first; i < bars.length; i++) {
    for (const { side, row, dominant, opposite } of imbalancesOf(bars, i, analysis.cellFlags)) {
      imbalances.push({ t: bars.t[i], side, price: edge(row), ratio: ratioText(dominant, opposite) })
    }
  }
  return {
    imbalances,
    stacks: analysis.stacks
      .filter((stack) => stack.t >= fromT)
      .map((stack): StackedImbalance => ({
        t: stack.t,
        side: stack.side,
        low: edge(stack.lowRow),
        high: edge(stack.highRow + 1),
        count: stack.count,
        volume: volume.text(stackVolume(bars, analysis, stack, volume)),
      })),
    effort: analysis.efforts
      .filter((effort) => effort.t >= fromT)
      .map((effort) => ({
        t: effort.t,
        side: effort.side,
        score: roundScore(effort.score),
        rel_volume: roundScore(effort.relVolume),
        delta_share: roundScore(effort.deltaShare),
        progress: roundScore(effort.progress),
        close_location: roundScore(effort.closeLocation),
        level: edge(effort.levelRow),
      })),
    unfinished: unfinished.filter(isShown).map((auction) => presentUnfinished(auction, words)),
    absorption: absorptions.filter(isShown).map((absorption) => presentAbsorption(absorption, words)),
    exhaustion: exhaustions.filter(isShown).map((exhaustion) => presentExhaustion(exhaustion, words)),
    zones: analysis.zones
      .filter((zone) => zone.ended === null || zone.ended >= fromT)
      .map((zone) => ({
        kind: zone.kind,
        side: zone.side,
        low: edge(zone.lowRow),
        high: edge(zone.highRow + 1),
        born: zone.born,
        state: zone.state,
        tests: zone.tests,
        ended: zone.ended,
        strength: roundScore(zone.strength),
      })),
  }
}

/** Sum of the stack's dominant cells in the unit of the answer. */
function stackVolume(bars: Bars, analysis: Analysis, stack: Stack, volume: VolumeUnit): Lots {
  const i = lowerBoundT(bars, stack.t)
  const flag = stack.side === 'buy' ? BUY_STACK : SELL_STACK
  let sum: Lots = 0
  for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
    const inside = bars.row[cell] >= stack.lowRow && bars.row[cell] <= stack.highRow
    if (!inside || (analysis.cellFlags[cell] & flag) === 0) continue
    sum = addLots(sum, stack.side === 'buy' ? volume.cellAsk(cell) : volume.cellBid(cell))
  }
  return sum
}
