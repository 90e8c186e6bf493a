/** What one process used at one moment. */
export interface Resources {
  readonly residentMb: number
  /** Of the main thread. */
  readonly heapMb: number
  /** Buffers and other memory outside the heap that the main thread's objects hold. */
  readonly externalMb: number
  readonly descriptors: number
  readonly connections: number
}

export interface ResourceSample extends Resources {
  /** Since the start of the run, ms. */
  readonly atMs: number
}

export interface Trend {
  /** Medians of the first and the last quarter of the samples. */
  readonly first: number
  readonly last: number
  /** Slope of the least-squares line. */
  readonly perHour: number
}

/**
 * By how much the median of the last quarter may exceed that of the first one: the larger of the two. The heaps of worker
 * threads breathe by about this much; the slope of a run shows smaller growth. The heap and external memory are not
 * judged: what keeps growing there makes the process grow.
 */
export const MAX_GROWTH = {
  residentMb: { share: 0.15, amount: 48 },
  descriptors: { share: 0.1, amount: 8 },
} as const satisfies Partial<Record<keyof Resources, { readonly share: number; readonly amount: number }>>

/** Caches fill, code is compiled and pools open their connections within this share of a run. */
export const WARM_UP_SHARE = 1 / 3

/** Trend of `what` in the samples, oldest first, at least one. */
export function computeTrend(samples: readonly ResourceSample[], what: keyof Resources): Trend {
  if (samples.length === 0) throw new RangeError('Condition failed: samples.length > 0')
  const values = samples.map((sample) => sample[what])
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  return {
    first: computeMedian(values.slice(0, quarter)),
    last: computeMedian(values.slice(-quarter)),
    perHour:
      computeSlope(
        samples.map(({ atMs }) => atMs),
        values,
      ) * 3_600_000,
  }
}

/** Samples after the warm-up of a run. */
export function skipWarmUp(samples: readonly ResourceSample[], runMs: number): readonly ResourceSample[] {
  return samples.filter(({ atMs }) => atMs >= runMs * WARM_UP_SHARE)
}

/** One sentence for each resource that grew more than MAX_GROWTH allows. */
export function findGrowth(name: string, samples: readonly ResourceSample[]): string[] {
  return (Object.keys(MAX_GROWTH) as (keyof typeof MAX_GROWTH)[]).flatMap((what) => {
    const { share, amount } = MAX_GROWTH[what]
    const { first, last } = computeTrend(samples, what)
    const max = first + Math.max(first * share, amount)
    return last > max ? [`${name}: ${what} grew from ${first} to ${last}, at most ${Math.round(max)}`] : []
  })
}

/** The mean of the two middle values when their number is even. */
function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Slope of the least-squares line; 0 when all x are equal. */
function computeSlope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  let [covariance, variance] = [0, 0]
  for (let i = 0; i < x.length; i++) {
    covariance += (x[i] - meanX) * (y[i] - meanY)
    variance += (x[i] - meanX) ** 2
  }
  return variance === 0 ? 0 : covariance / variance
}
