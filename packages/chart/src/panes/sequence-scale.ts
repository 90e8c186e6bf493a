import type {
  ChartOptionsImpl,
  IHorzScaleBehavior,
  InternalHorzScaleItem,
  InternalHorzScaleItemKey,
  TickMark,
  TickMarkWeightValue,
  TimeMark,
  TimeScalePoint,
} from 'lightweight-charts'
import type { ChartFormat, TimeLevel } from '../api.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * A horizontal axis that counts bars: one position per bar of any kind, no gaps, no duplicate times. Times are used
 * only for labels.
 */
export class SequenceScale implements IHorzScaleBehavior<number> {
  #options: ChartOptionsImpl<number> | null = null
  readonly #timeOf: (sequence: number) => number
  readonly #format: () => ChartFormat

  constructor(timeOf: (sequence: number) => number, format: () => ChartFormat) {
    this.#timeOf = timeOf
    this.#format = format
  }

  options(): ChartOptionsImpl<number> {
    if (this.#options === null) throw new Error('Invariant: the chart sets its options first')
    return this.#options
  }

  setOptions(options: ChartOptionsImpl<number>): void {
    this.#options = options
  }

  preprocessData(): void {}

  updateFormatter(): void {}

  createConverterToInternalObj(): (sequence: number) => InternalHorzScaleItem {
    return internal
  }

  convertHorzItemToInternal(sequence: number): InternalHorzScaleItem {
    return internal(sequence)
  }

  key(item: InternalHorzScaleItem | number): InternalHorzScaleItemKey {
    return item as unknown as InternalHorzScaleItemKey
  }

  cacheKey(item: InternalHorzScaleItem): number {
    return sequenceOf(item)
  }

  formatHorzItem(item: InternalHorzScaleItem): string {
    return this.#format().crosshairTime(this.#timeOf(sequenceOf(item)))
  }

  formatTickmark(mark: TickMark): string {
    const t = this.#timeOf(sequenceOf(mark.time))
    const format = this.#format()
    return format.timeTick(t, timeLevel(mark.weight, t + format.zoneOffsetMs(t)))
  }

  maxTickMarkWeight(marks: TimeMark[]): TickMarkWeightValue {
    return marks.reduce((most, mark) => (mark.weight > most.weight ? mark : most), marks[0]).weight
  }

  fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const format = this.#format()
    const local = (index: number): number => {
      const t = this.#timeOf(sequenceOf(points[index].time))
      return t + format.zoneOffsetMs(t)
    }
    for (let i = startIndex; i < points.length; i++) {
      const at = local(i)
      const first = sequenceOf(points[0].time)
      const before = i > 0 ? local(i - 1) : at - (this.#timeOf(first + 1) - this.#timeOf(first))
      points[i].timeWeight = computeTimeWeight(before, at) as TickMarkWeightValue
    }
  }
}

function internal(sequence: number): InternalHorzScaleItem {
  return sequence as unknown as InternalHorzScaleItem
}

function sequenceOf(item: InternalHorzScaleItem): number {
  return item as unknown as number
}

/** Weights of time axis marks: higher weights are placed first. */
export const TIME_WEIGHTS = {
  none: 0,
  second: 10,
  minute: 18,
  minutes5: 20,
  minutes15: 22,
  minutes30: 24,
  hour: 30,
  hours3: 34,
  hours6: 36,
  hours12: 38,
  day: 50,
  month: 60,
  year: 70,
} as const

/**
 * Weight of a bar's mark: the largest unit of local time that begins between the previous bar and this one.
 *
 * Input   local times (UTC plus the zone's offset) in ms, ascending.
 * Ties    none: units are checked from the largest down.
 */
export function computeTimeWeight(before: number, at: number): number {
  const a = new Date(before)
  const b = new Date(at)
  if (a.getUTCFullYear() !== b.getUTCFullYear()) return TIME_WEIGHTS.year
  if (a.getUTCMonth() !== b.getUTCMonth()) return TIME_WEIGHTS.month
  if (begins(before, at, DAY_MS)) return TIME_WEIGHTS.day
  if (begins(before, at, 12 * HOUR_MS)) return TIME_WEIGHTS.hours12
  if (begins(before, at, 6 * HOUR_MS)) return TIME_WEIGHTS.hours6
  if (begins(before, at, 3 * HOUR_MS)) return TIME_WEIGHTS.hours3
  if (begins(before, at, HOUR_MS)) return TIME_WEIGHTS.hour
  if (begins(before, at, 30 * MINUTE_MS)) return TIME_WEIGHTS.minutes30
  if (begins(before, at, 15 * MINUTE_MS)) return TIME_WEIGHTS.minutes15
  if (begins(before, at, 5 * MINUTE_MS)) return TIME_WEIGHTS.minutes5
  if (begins(before, at, MINUTE_MS)) return TIME_WEIGHTS.minute
  if (begins(before, at, 1000)) return TIME_WEIGHTS.second
  return TIME_WEIGHTS.none
}

function begins(before: number, at: number, unit: number): boolean {
  return Math.floor(before / unit) !== Math.floor(at / unit)
}

/** Granularity of a mark's label. Marks off the minute show seconds. */
export function timeLevel(weight: number, localTime: number): TimeLevel {
  if (weight >= TIME_WEIGHTS.year) return 'year'
  if (weight >= TIME_WEIGHTS.month) return 'month'
  if (weight >= TIME_WEIGHTS.day) return 'day'
  return localTime % MINUTE_MS === 0 ? 'minute' : 'second'
}
