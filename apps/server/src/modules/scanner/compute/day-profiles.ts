import {
  BAR_COMPLETE,
  barStart,
  DAY_MS,
  lowerBoundT,
  MINUTE_MS,
  pocRow,
  regroupBars,
  sumBars,
  sumRuns,
} from '@flowprint/orderflow'
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
 * Points of control of the running UTC day of each market. The sum so far is kept, so that a closed minute reads only itself, or nothing:
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
    // Earlier ends, of longer intervals, leave what is known of later ones.
    if (isSame && known === null) return { poc: sum.length === 0 ? null : pocRow(sum, 0) * step, isComplete }
    return this.#remember(instrument, { day, step, until: end, sum, isComplete, results: known?.results ?? new Map() })
  }

  /**
   * Adds closed minutes without reading: native rows of [from, to), ms, all of them covered. Does nothing when they do
   * not follow what is known; `load` then reads.
   */
  add(instrument: Instrument, step: number, minutes: Bars, { from, to }: { from: number; to: number }): void {
    const { symbol, tape, version } = instrument
    for (let end = from + MINUTE_MS; end <= to; end += MINUTE_MS) {
      const day = barStart(end - 1, DAY_MS)
      const start = end - MINUTE_MS
      const before = this.#known.get(symbol)
      const isSame = before?.day === day && before.step === step && before.tape === tape && before.version === version
      const known = isSame ? before : null
      if (start === day ? known !== null : known?.until !== start) continue
      const minute = sumBars(minutes, lowerBoundT(minutes, start), lowerBoundT(minutes, end))
      const sum = sumRuns(known === null ? [regroupBars(minute, step)] : [known.sum, regroupBars(minute, step)], step)
      const isComplete = known?.isComplete ?? true
      this.#remember(instrument, { day, step, until: end, sum, isComplete, results: known?.results ?? new Map() })
    }
  }

  #remember(
    { symbol, tape, version }: Instrument,
    { day, step, until, sum, isComplete, results }: Omit<Known, 'tape' | 'version'>,
  ): DayProfile {
    const result = { poc: sum.length === 0 ? null : pocRow(sum, 0) * step, isComplete }
    const newest = new Map([...results, [until, result] as const].slice(-MAX_RESULTS))
    this.#known.set(symbol, { day, step, tape, version, until, sum, isComplete, results: newest })
    return result
  }

  /** The past of a market changed, or it is not followed any more. */
  forget(symbol: string): void {
    this.#known.delete(symbol)
  }
}
