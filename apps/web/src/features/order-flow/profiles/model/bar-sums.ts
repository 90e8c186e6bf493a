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
  /** What the bars but the last said when they were added up. */
  readonly before: string
  readonly sum: Bars
  /** The same of all, and what came of it. */
  readonly all: string
  readonly shown: ShownProfile
}

/** Profiles of loaded bars, added up once: while the market moves only the last bar is added anew. */
export class BarSums {
  readonly #kept = new Map<string, Kept>()

  /** Of bars [first, end). `name`: what the range is, so that it is known again. */
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

  /** Forgets every range but these. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#kept.keys()) if (!names.has(name)) this.#kept.delete(name)
  }
}

/** What changes whenever a bar of the range does: a correction brings another revision, a trade another volume. */
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

/** A sum of one bar is a view of that bar, whose memory the chart may use anew. */
const own = (sum: Bars): Bars => structuredClone(sum)

function worstState(bars: Bars, first: number, end: number): number {
  const has = (state: number) => bars.state.subarray(first, end).includes(state)
  return [BAR_INCOMPLETE, BAR_REPAIRING, BAR_OPEN].find(has) ?? BAR_COMPLETE
}
