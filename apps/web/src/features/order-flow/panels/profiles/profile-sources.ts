import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  type Bars,
  type InstrumentUnits,
  sumBars,
  sumRuns,
} from '@flowprint/orderflow'
import type { Profile } from '@flowprint/contract'
import { shownOfAnswer, shownOfSum, type ShownProfile } from './profile-store.ts'
import type { TimeRange } from './profile-ranges.ts'

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

export interface ProfileCall extends TimeRange {
  readonly symbol: string
  readonly precision: string
  readonly share: string
  /** A replay: without trades from this moment on, ms. */
  readonly asOf?: number | undefined
}

/** Refresh interval of an unfinished range, and retry interval after a failure. */
const REFRESH_MS = 15_000

interface Asked {
  shown: ShownProfile | null
  /** The last attempt's failure, if any. */
  failure: unknown
  busy: boolean
  at: number
}

/** Profiles computed by the server, requested once each; unfinished ranges are refreshed periodically. */
export class ProfileCalls {
  readonly #load: (call: ProfileCall) => Promise<Profile>
  readonly #changed: () => void
  readonly #now: () => number
  readonly #asked = new Map<string, Asked>()

  constructor(load: (call: ProfileCall) => Promise<Profile>, changed: () => void, now: () => number) {
    this.#load = load
    this.#changed = changed
    this.#now = now
  }

  /** The profile, or null until it is loaded. `goesOn`: more trades may come. */
  profile(call: ProfileCall, units: InstrumentUnits, goesOn: boolean): Pick<Asked, 'shown' | 'failure'> {
    const name = nameOf(call)
    let asked = this.#asked.get(name)
    if (asked === undefined) {
      asked = { shown: null, failure: null, busy: false, at: -Infinity }
      this.#asked.set(name, asked)
    }
    const isOld = this.#now() - asked.at >= REFRESH_MS && (goesOn || asked.shown === null)
    if (!asked.busy && isOld) void this.#ask(asked, call, units)
    return asked
  }

  keepOnly(calls: readonly ProfileCall[]): void {
    const names = new Set(calls.map(nameOf))
    for (const [name, { busy }] of this.#asked) if (!busy && !names.has(name)) this.#asked.delete(name)
  }

  async #ask(asked: Asked, call: ProfileCall, units: InstrumentUnits): Promise<void> {
    asked.busy = true
    try {
      asked.shown = shownOfAnswer(await this.#load(call), units)
      asked.failure = null
    } catch (error) {
      asked.failure = error
    }
    asked.busy = false
    asked.at = this.#now()
    this.#changed()
  }
}

const nameOf = ({ symbol, precision, share, from, to, asOf }: ProfileCall): string =>
  `${symbol} ${precision} ${share} ${from} ${to} ${asOf ?? ''}`
