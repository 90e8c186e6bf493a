import type { DurationMs, UnixMs } from '../units/units.ts'

/** When bars begin and end, whatever their rule. */
export interface BarTimes {
  /** Start of each bar, ms, ascending without repeats. */
  readonly starts: Float64Array
  /** End of the last bar, exclusive: of an open bar the time until which data is known. Not before its start. */
  readonly end: UnixMs
  /** Maximum length of a bar; without it a bar lasts until the next one, also where there are none for a while. */
  readonly cycleMs?: DurationMs
}

/** End of bar i, exclusive. */
export function barEndAt({ starts, end, cycleMs = Infinity }: BarTimes, i: number): UnixMs {
  return Math.min(starts[i] + cycleMs, i + 1 < starts.length ? starts[i + 1] : end)
}

/** Throws RangeError unless the starts ascend, the end is not before the last one and the cycle is > 0. */
export function checkBarTimes({ starts, end, cycleMs = Infinity }: BarTimes): void {
  for (let i = 0; i < starts.length; i++) {
    const next = i + 1 < starts.length ? starts[i + 1] : Infinity
    if (!(Number.isFinite(starts[i]) && starts[i] < next)) {
      throw new RangeError(`Condition failed: the starts of bars ascend, had ${starts[i]} before ${next}`)
    }
  }
  const last = starts.length === 0 ? -Infinity : starts[starts.length - 1]
  if (!(Number.isFinite(end) && end >= last)) {
    throw new RangeError(`Condition failed: the end is not before the last start ${last}, had ${end}`)
  }
  if (!(cycleMs > 0)) throw new RangeError(`Condition failed: a cycle is > 0 ms, had ${cycleMs}`)
}
