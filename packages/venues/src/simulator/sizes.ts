import type { SimulatorModel } from './demo-markets.ts'
import type { Sfc32 } from './random.ts'

/**
 * Size of one trade: some dust, some round numbers, and a long tail (Lomax, exponent 8/5: one trade in a hundred is
 * about 50 times the median, one in a thousand 250 times, as on real tapes).
 *
 * Input   `urge` >= 0 scales the tail (1 = usual); `fills` merged fills, each of at least one lot.
 * Output  lots, a whole number, >= fills, <= model.mostLots. Larger sizes are coarser, as people type them.
 */
export function drawSize(model: SimulatorModel, random: Sfc32, urge: number, fills: number): number {
  const kind = random.unit()
  if (kind < 0.13) return Math.max(fills, model.leastLots * (1 + Math.floor(kind * 23)))
  if (kind < 0.24) return Math.max(fills, model.roundLots[roundRank(random.unit(), model.roundLots.length)])
  const u = random.unit()
  const tail = 1 / (Math.sqrt(u) * Math.sqrt(Math.sqrt(Math.sqrt(u)))) - 1
  const lots = model.leastLots + model.sizeLots * urge * tail * (0.7 + 0.3 * fills)
  return Math.max(fills, coarse(Math.min(lots, model.mostLots), model.leastLots))
}

/** The first sizes of the list are the most common. */
function roundRank(u: number, length: number): number {
  return Math.floor(u * u * length)
}

/** Rounds a size to about three significant digits, at least one lot. */
function coarse(lots: number, least: number): number {
  let grain = 1
  while (lots > grain * 100 * least) grain *= 10
  return Math.max(grain, Math.round(lots / grain) * grain)
}
