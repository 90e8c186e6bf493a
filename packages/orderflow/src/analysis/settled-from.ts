import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { MAX_ZONE_BARS } from '../settings/parse-settings.ts'
import { LOOK_BACK } from './bar-history.ts'

/**
 * Number of lead-in bars that make the indicators of a window equal those of the whole history when its first 50 bars
 * are complete.
 */
export const LEAD_IN_BARS = LOOK_BACK + MAX_ZONE_BARS

/**
 * The first bar from which no indicator depends on anything before these bars.
 *
 * Every rule has a lookback of at most 50 complete bars, and a zone lives for `expireBars` bars. The numbers of a bar
 * are therefore settled once 50 complete bars precede it here, and its zones `expireBars` bars later.
 *
 * Input   bars including their lead-in; expireBars: settings.zones.expireBars.
 * Output  index of the first bar whose imbalances, stacks, effort and zones (those alive at it and those born from it
 *         on) equal those of the whole history; bars.length when there is none. With a lead-in of 350 bars it is at
 *         most 350 exactly when the first 50 are complete: each incomplete one among them requires one more bar. A
 *         history that begins with these bars is settled from its first bar, which only the caller can know.
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
