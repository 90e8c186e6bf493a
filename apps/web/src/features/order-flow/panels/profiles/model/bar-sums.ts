import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  sumBars,
  sumRuns,
  type Bars,
} from '@flowprint/orderflow'
import { shownOfSum, type ShownProfile } from './shown-profile.ts'

interface Kept {
  /** State of all bars but the last when they were summed. */
  readonly before: string
  readonly sum: Bars
  /** State of all bars, and the resulting profile. */
  readonly all: string
  readonly shown: ShownProfile
}

/** Cached profiles of loaded bars: while the market moves, only the last bar is added again. */
export class BarSums {
  readonly #kept = new Map<string, Kept>()

  /** Profile of bars [first, end). `name`: cache key of the range. */
  profile(
    name: string,
    bars: Bars,
    range: { readonly first: number; readonly end: number },
    share: string,
  ): ShownProfile {
    const { first, end } = range
    const last = Math.max(first, end - 1)
    const known = this.#kept.get(name)
    const before = signature(bars, first, last)
    const all = `${share} ${before} ${signature(bars, last, end)}`
    if (known?.all === all) return known.shown
    const sum = known?.before === before ? known.sum : own(sumBars(bars, first, last))
    const shown = shownOfSum(sumRuns([sum, sumBars(bars, last, end)], bars.step), share, worstState(bars, first, end))
    this.#kept.set(name, { before, sum, all, shown })
    return shown
  }

  /** Drops all other ranges from the cache. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#kept.keys()) if (!names.has(name)) this.#kept.delete(name)
  }
}

/** Changes whenever a bar of the range does: a correction changes the revision, a trade the volume. */
function signature(bars: Bars, first: number, end: number): string {
  let [bid, ask, trades, revisions, states] = [0, 0, 0, 0, 0]
  for (let i = first; i < end; i++) {
    bid += bars.bid[i]
    ask += bars.ask[i]
    trades += bars.trades[i]
    revisions += bars.revision[i]
    states += bars.state[i]
  }
  return `${bars.step} ${bars.cycleMs} ${end > first ? bars.t[first] : 0} ${end - first} ${bid} ${ask} ${trades} ${revisions} ${states}`
}

/** A sum of one bar is a view of that bar, whose memory the chart may reuse. */
const own = (sum: Bars): Bars => structuredClone(sum)

function worstState(bars: Bars, first: number, end: number): number {
  const has = (state: number) => bars.state.subarray(first, end).includes(state)
  return [BAR_INCOMPLETE, BAR_REPAIRING, BAR_OPEN].find(has) ?? BAR_COMPLETE
}
