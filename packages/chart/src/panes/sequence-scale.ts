import type {
  ChartOptionsImpl,
  IHorzScaleBehavior,
  InternalHorzScaleItem,
  InternalHorzScaleItemKey,
  TickMark,
  TimeMark,
  TickMarkWeightValue,
  TimeScalePoint,
} from 'lightweight-charts'
import type { ChartFormat } from '../api.ts'
import { timeLevel, computeTimeWeight } from '../layout/time-weights.ts'

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
