import {
  BAR_INCOMPLETE,
  BAR_REPAIRING,
  barDelta,
  barVolume,
  quotient,
  type Bars,
  type DrawingPoint,
  type Lots,
} from '@flowprint/orderflow'
import type { Surface } from './surface.ts'

/** Measurements between two points. */
export interface Measured {
  /** Second price minus first. */
  readonly ticks: number
  /** Relative to the first price, in hundredths of a percent; null when that price is 0. */
  readonly share: number | null
  /** Number of bars in the range, both ends included, and their duration. */
  readonly bars: number
  readonly ms: number
  /** Sums over all loaded bars of the range; null when older ones are not loaded. */
  readonly volume: Lots | null
  readonly delta: Lots | null
  /** Trades of the range are missing: the sums cover what is there. */
  readonly isPartial: boolean
}

export function measureRange(
  a: DrawingPoint,
  b: DrawingPoint,
  bars: Bars,
  { coordinates }: Pick<Surface, 'coordinates'>,
): Measured {
  const [ia, ib] = [a, b].map(({ t }) => Math.floor(coordinates.indexOfTime(t)))
  const from = Math.min(ia, ib)
  const to = Math.max(ia, ib)
  let [volume, delta, isPartial]: [Lots, Lots, boolean] = [0, 0, false]
  for (let i = Math.max(0, from); i <= Math.min(bars.length - 1, to); i++) {
    volume = plus(volume, barVolume(bars, i))
    delta = plus(delta, barDelta(bars, i))
    isPartial ||= bars.state[i] === BAR_INCOMPLETE || bars.state[i] === BAR_REPAIRING
  }
  const ticks = b.tick - a.tick
  return {
    ticks,
    share: a.tick === 0 ? null : quotient(10_000 * ticks, a.tick),
    bars: to - from + 1,
    ms: Math.round(coordinates.timeOfIndex(to + 1) - coordinates.timeOfIndex(from)),
    volume: from < 0 ? null : volume,
    delta: from < 0 ? null : delta,
    isPartial,
  }
}

function plus(a: Lots, b: Lots): Lots {
  const sum = typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b)
  return Number.isSafeInteger(sum) || typeof sum === 'bigint' ? sum : BigInt(a) + BigInt(b)
}
