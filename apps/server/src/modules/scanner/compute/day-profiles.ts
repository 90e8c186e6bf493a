import { BAR_COMPLETE, barStart, DAY_MS, pocRow, sumRuns } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { Instrument, TapeStore } from '../../../market/index.ts'

export interface DayProfile {
  /** Lower edge of the point of control, ticks; null: no trade yet. */
  readonly poc: number | null
  /** No trade of the day up to its end is missing. */
  readonly isComplete: boolean
}

interface Known {
  readonly day: number
  readonly step: number
  readonly tape: string
  readonly version: number
  /** The sum of [day, until). */
  readonly until: number
  readonly sum: Bars
  readonly isComplete: boolean
  /** Newest results by their end. */
  readonly results: Map<number, DayProfile>
}

const MAX_RESULTS = 24

/**
 * Points of control of the running UTC day of each market. The sum so far is kept, so that a closed minute reads only itself:
 * sums of lots are exact, however they are put together.
 */
export class DayProfiles {
  readonly #store: Pick<TapeStore, 'readProfile'>
  readonly #known = new Map<string, Known>()

  constructor(store: Pick<TapeStore, 'readProfile'>) {
    this.#store = store
  }

  /** The profile of the UTC day that contains the millisecond before `end`, up to `end`; rows of `step` ticks. */
  async load(instrument: Instrument, step: number, end: number): Promise<DayProfile> {
    const { symbol, tape, version } = instrument
    const day = barStart(end - 1, DAY_MS)
    const before = this.#known.get(symbol)
    const isSame =
      before !== undefined &&
      before.day === day &&
      before.step === step &&
      before.tape === tape &&
      before.version === version
    const result = isSame ? before.results.get(end) : undefined
    if (result !== undefined) return result
    const known = isSame && before.until <= end ? before : null
    const from = known?.until ?? day
    const read = await this.#store.readProfile(instrument, { from, to: end, step })
    const sum = known === null ? read.sum : sumRuns([known.sum, read.sum], step)
    const isComplete = read.state === BAR_COMPLETE && (known?.isComplete ?? true)
    const loaded = { poc: sum.length === 0 ? null : pocRow(sum, 0) * step, isComplete }
    // Earlier ends, of longer intervals, leave what is known of later ones.
    if (isSame && known === null) return loaded
    const results = new Map([...(known?.results ?? []), [end, loaded] as const].slice(-MAX_RESULTS))
    this.#known.set(symbol, { day, step, tape, version, until: end, sum, isComplete, results })
    return loaded
  }

  /** The past of a market changed, or it is not followed any more. */
  forget(symbol: string): void {
    this.#known.delete(symbol)
  }
}
