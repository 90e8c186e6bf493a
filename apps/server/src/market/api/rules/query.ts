import { DEFAULT_BARS, MAX_BARS } from '@flowprint/contract'
import { barStart, OrderflowError, decimalUnit, stepText, toUnits } from '@flowprint/orderflow'
import { AppError } from '../../../platform/http/index.ts'

/**
 * Selects one of several media types by an Accept header; the first one when it has no preference or accepts none.
 * Rules   the greater q wins; at equal q an explicit type wins over a wildcard, then the first.
 */
export function accepts<Type extends string>(header: string | undefined, ...types: readonly [Type, ...Type[]]): Type {
  const ranges = (header ?? '*/*').split(',').map(readRange)
  let [best] = types
  let most = weigh(ranges, best)
  for (const type of types) {
    const weight = weigh(ranges, type)
    const isBetter = weight.q === most.q ? weight.q > 0 && weight.exactness > most.exactness : weight.q > most.q
    if (isBetter) [best, most] = [type, weight]
  }
  return best
}

interface Range {
  readonly type: string
  readonly q: number
}

function readRange(text: string): Range {
  const [type, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const value = q === undefined ? 1 : Number(q)
  return { type, q: Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0 }
}

/** The most specific range that covers the type decides. */
function weigh(ranges: readonly Range[], type: string): { q: number; exactness: number } {
  const patterns = ['*/*', `${type.split('/')[0]}/*`, type]
  for (let exactness = 2; exactness >= 0; exactness--) {
    const range = ranges.find((one) => one.type === patterns[exactness])
    if (range !== undefined) return { q: range.q, exactness }
  }
  return { q: 0, exactness: -1 }
}

/** Requested bars: those that start in [from, to), at most `limit`, the newest of them. */
export interface BarWindow {
  /** Starts of bars, ms; absent = unbounded on that side. */
  readonly from?: number
  readonly to?: number
  readonly limit: number
}

/**
 * Aligns a time window to the bars that start in it.
 * Input   times in ms; `to` in the future means up to now.
 * Output  `from` and `to` are starts of bars, so that no bar is cut.
 */
export function barWindow(
  asked: { readonly from?: number; readonly to?: number; readonly limit?: number },
  cycleMs: number,
  nowMs: number,
): BarWindow {
  const from = asked.from === undefined ? {} : { from: firstStartAt(asked.from, cycleMs) }
  const to = asked.to === undefined || asked.to > nowMs ? {} : { to: firstStartAt(asked.to, cycleMs) }
  return { ...from, ...to, limit: asked.limit ?? (asked.from === undefined ? DEFAULT_BARS : MAX_BARS) }
}

/** The first bar start at or after t; bars without a duration (0) may start at any time. */
export function firstStartAt(t: number, cycleMs: number): number {
  if (cycleMs === 0) return t
  const start = barStart(t, cycleMs)
  return start === t ? t : start + cycleMs
}

/** Upper bound of the number of bars in the window within the stored range; bars without trades do not exist. */
export function barsPossible(
  window: BarWindow,
  cycleMs: number,
  stored: { readonly from: number | null; readonly to: number | null },
): number {
  if (stored.from === null || stored.to === null) return 0
  const from = Math.max(window.from ?? 0, barStart(stored.from, cycleMs))
  const to = Math.min(window.to ?? Infinity, barStart(stored.to, cycleMs) + cycleMs)
  return Math.max(0, Math.round((to - from) / cycleMs))
}

/** Rows are Int32 ticks divided by the step: a taller row would hold every possible price. */
const MAX_STEP = 1_000_000_000

/**
 * Parses a precision into a row height in ticks.
 * Input   precision: unsigned decimal text; any positive multiple of the tick size.
 * Throws  VALIDATION naming the nearest multiples.
 */
export function readPrecision(precision: string, tickSize: string): number {
  const tick = decimalUnit(tickSize)
  try {
    const step = toUnits(precision, tick)
    if (step >= 1 && step <= MAX_STEP) return step
  } catch (error) {
    if (!(error instanceof OrderflowError)) throw error
  }
  const nearest = nearestSteps(precision, tickSize).map((step) => stepText(step, tickSize))
  throw new AppError('VALIDATION', {
    faults: [{ field: 'precision', error: 'BAD_PRECISION', params: { tick: tickSize, nearest: nearest.join(', ') } }],
    data: { nearest },
  })
}

/** The multiples just below and above, as far as they are allowed. */
function nearestSteps(precision: string, tickSize: string): number[] {
  const [whole, part = ''] = precision.split('.')
  const tick = decimalUnit(tickSize)
  // Both sides in units of 10^-decimals.
  const decimals = Math.max(part.length, -tick.exponent, 0)
  const wanted = BigInt(whole + part.padEnd(decimals, '0'))
  const unit = tick.mantissa * 10n ** BigInt(decimals + tick.exponent)
  const below = wanted / unit
  const clamp = (step: bigint) => Number(step < 1n ? 1n : step > BigInt(MAX_STEP) ? BigInt(MAX_STEP) : step)
  return [...new Set([clamp(below), clamp(below + 1n)])]
}
