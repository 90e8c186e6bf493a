import type { Bars } from '../bars/bars.ts'
import { isSequenceCycle, sequenceRule, tidySequence } from '../bars/sequence-rule.ts'
import { ladder } from './ladder.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** Target duration of a bar of each offered size at the market's usual activity. */
const TARGETS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]
const MIN_TICKS = 10
const ROUND = [1, 2, 5, 10]

/** Trading activity of a market. */
export interface Activity {
  readonly fillsPerMs: number
  readonly lotsPerMs: number
}

/** Computes the activity from bars of a fixed cycle, ascending; null without bars. Periods without trades count. */
export function activityOf(bars: Pick<Bars, 't' | 'cycleMs' | 'length' | 'trades' | 'bid' | 'ask'>): Activity | null {
  const { t, cycleMs, length } = bars
  if (length === 0) return null
  let fills = 0
  let lots = 0
  for (let i = 0; i < length; i++) {
    fills += bars.trades[i]
    lots += bars.bid[i] + bars.ask[i]
  }
  const ms = t[length - 1] + cycleMs - t[0]
  return { fillsPerMs: fills / ms, lotsPerMs: lots / ms }
}

/**
 * Sizes of tick and volume bars that suit a market: those that last about 1, 5, 15 and 60 minutes, as 1, 2 or 5 x 10^k
 * trades or units of the base currency.
 *
 * Output  cycles, trades before volume, ascending, without duplicates. Volumes are at least one lot.
 * Source  docs/formulas/tick-and-volume-bars.md, section "Offered sizes".
 */
export function sequenceSizes({ fillsPerMs, lotsPerMs }: Activity, lotSize: string): string[] {
  const ticks = TARGETS_MS.map((ms) => `${roundText(Math.max(MIN_TICKS, fillsPerMs * ms))}t`)
  const lot = Number(lotSize)
  const volumes = TARGETS_MS.map((ms) => `${roundText(Math.max(lot, lotsPerMs * ms * lot))}v`)
  const tidy = [...ticks, ...volumes].map((cycle) => tidySequence(cycle))
  return [...new Set(tidy.filter((cycle) => cycle !== null))]
}

/** Expected duration of a tick or volume bar at an activity, ms; null when the activity is 0. */
export function sequenceMs(cycle: string, lotSize: string, { fillsPerMs, lotsPerMs }: Activity): number | null {
  const rule = sequenceRule(cycle, lotSize)
  const perMs = rule?.kind === 'ticks' ? fillsPerMs : lotsPerMs
  return rule === null || perMs <= 0 ? null : rule.size / perMs
}

/**
 * The recommended step of a tick or volume bar, derived from other sizes of its kind: the step of the nearest size,
 * times the root of the ratio of the sizes, since a random walk's range grows with the root of time.
 *
 * Input   steps: recommended steps in ticks by cycle; cycles of another kind are ignored.
 * Output  a step of the ladder; null without another size.
 */
export function sequenceStep(steps: Readonly<Record<string, number>>, cycle: string, tickSize: string): number | null {
  const known = steps[cycle]
  if (known !== undefined) return known
  const size = Number.parseFloat(cycle)
  let nearest: { readonly size: number; readonly step: number } | null = null
  for (const [other, step] of Object.entries(steps)) {
    if (!isSequenceCycle(other) || other.at(-1) !== cycle.at(-1)) continue
    const next = { size: Number.parseFloat(other), step }
    if (nearest === null || distance(next.size, size) < distance(nearest.size, size)) nearest = next
  }
  if (nearest === null) return null
  const wanted = nearest.step * Math.sqrt(size / nearest.size)
  const all = ladder(tickSize)
  return all.reduce((best, step) => (distance(step, wanted) < distance(best, wanted) ? step : best), all[0])
}

function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b))
}

/** The 1, 2 or 5 x 10^k nearest in ratio, as plain decimal text. */
function roundText(value: number): string {
  const power = Math.floor(Math.log10(value))
  const part = value / 10 ** power
  const digit = ROUND.reduce((best, one) => (distance(one, part) < distance(best, part) ? one : best), 1)
  return power >= 0 ? String(digit * 10 ** power) : (digit * 10 ** power).toFixed(-power)
}
