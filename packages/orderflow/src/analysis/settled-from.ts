import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { MAX_ZONE_BARS } from '../settings/parse-settings.ts'
import { LOOK_BACK } from './bar-history.ts'

/** Lead-in that gives a window the indicators of the whole history when its first 50 bars are complete. */
export const LEAD_IN_BARS = LOOK_BACK + MAX_ZONE_BARS

/**
 * The first bar from which on nothing depends on what lies before these bars.
 *
 * Every rule looks back on at most 50 complete bars, and a zone lives for `expireBars` bars. So the numbers of a bar are
 * settled once 50 complete bars precede it here, and its zones `expireBars` bars later.
 *
 * Input   bars with their lead-in in front; expireBars: settings.zones.expireBars.
 * Output  index of the first bar whose imbalances, stacks, effort and zones (those alive at it and those born from it on)
 *         equal those of the whole history; bars.length when there is none. With a lead-in of 350 bars it is at most 350
 *         exactly when the first 50 are complete: each incomplete one among them takes one more bar.
 *         A history that begins with these bars is settled from its first bar; that only the caller knows.
 * Cost    one pass over the states until 50 are found.
 * Source  docs/formulas/support-and-resistance.md, section "Lead-in".
 */
export function settledFrom(bars: Pick<Bars, 'length' | 'state'>, expireBars: number): number {
  let complete = 0
  for (let i = 0; i < bars.length; i++) {
    if (bars.state[i] === BAR_COMPLETE) complete += 1
    if (complete === LOOK_BACK) return Math.min(i + 1 + expireBars, bars.length)
  }
  return bars.length
}
