import { parseDecimal } from '../units/decimals.ts'
import { barVolume } from './bar-lots.ts'
import type { Trades } from '../trades/trades.ts'
import { lowerBoundT } from './bars.ts'
import type { Bars } from './bars.ts'
import type { UnixMs } from '../units/units.ts'
import { DAY_MS } from '../time.ts'

/** When a tick or volume bar ends: after a number of fills or lots. */
export interface SequenceRule {
  readonly kind: 'ticks' | 'volume'
  /** A bar ends with the trade that brings its fills, or its lots, to at least this size. Integer >= 1. */
  readonly size: number
}

/** Canonical text of such a cycle: "1000t" (fills), "250v" or "2.5v" (base quantity). */
export const SEQUENCE_PATTERN = '^([1-9][0-9]{0,8}t|[1-9][0-9]{0,14}(\\.[0-9]{0,14}[1-9])?v|0\\.[0-9]{0,14}[1-9]v)$'

const CYCLE = new RegExp(SEQUENCE_PATTERN)

/** Whether a cycle is one of fills or volume: "1000t", "2.5v". */
export function isSequenceCycle(cycle: string): boolean {
  return CYCLE.test(cycle)
}

/** Canonical text of user input such as "1000 T" or "2.50v"; null when it is not a cycle. */
export function tidySequence(text: string): string | null {
  const match = /^0*(\d+(?:\.\d*)?|\.\d+)([tv])$/.exec(text.replace(/[\s,]/g, '').toLowerCase())
  if (match === null) return null
  const number = match[1].includes('.') ? match[1].replace(/\.?0*$/, '') : match[1]
  const cycle = (number.startsWith('.') ? `0${number}` : number || '0') + match[2]
  return isSequenceCycle(cycle) ? cycle : null
}

/**
 * Parses a cycle into its rule at a market's lot size.
 *
 * Output  null for text that is not such a cycle, or a volume beyond 2^53 - 1 lots. A volume that is not a whole number
 *         of lots is rounded up.
 * Throws  OrderflowError BAD_DECIMAL when the lot size is not a decimal number.
 * Source  docs/formulas/tick-and-volume-bars.md.
 */
export function sequenceRule(cycle: string, lotSize: string): SequenceRule | null {
  if (!isSequenceCycle(cycle)) return null
  const number = cycle.slice(0, -1)
  if (cycle.endsWith('t')) return { kind: 'ticks', size: Number(number) }
  const [volume, lot] = [parseDecimal(number), parseDecimal(lotSize)]
  const shift = volume.exponent - lot.exponent
  const dividend = shift >= 0 ? volume.digits * 10n ** BigInt(shift) : volume.digits
  const divisor = shift >= 0 ? lot.digits : lot.digits * 10n ** BigInt(-shift)
  const size = Number((dividend + divisor - 1n) / divisor)
  return Number.isSafeInteger(size) ? { kind: 'volume', size } : null
}

/**
 * Bars that start in the same millisecond are distinguished by `t`: ts of the first trade, plus a 2048th of a
 * millisecond for each earlier bar that started in it. Doubles represent such times exactly until the year 2109
 * (docs/decisions/bars-without-time.md).
 */
export const STARTS_PER_MS = 2048

/** The last bar before a run of trades: its start, and its number of fills or lots. */
interface Filled {
  readonly t: number
  readonly filled: number
}

/** Boundaries of bars in a run of trades. */
export interface SequenceCuts {
  /** Whether the first bar continues the previous one. */
  readonly continues: boolean
  /** Start of each bar, and the index of the first trade after it. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Whether the last bar can still take the next trade. */
  readonly isOpen: boolean
}

/** The next 00:00 UTC, where every bar ends. */
export function dayEndOf(t: UnixMs): UnixMs {
  return (Math.floor(t / DAY_MS) + 1) * DAY_MS
}

/** Fills or lots of bar i, by the rule; beyond 2^53 the nearest double, which exceeds any rule. */
export function filledOf(bars: Bars, i: number, rule: SequenceRule): number {
  return rule.kind === 'ticks' ? bars.trades[i] : Number(barVolume(bars, i))
}

/**
 * Cuts trades into bars: a bar ends with the trade that brings it to the rule's size (trades are never split), and at
 * 00:00 UTC.
 *
 * Input   trades in canonical order, after those of `before`, the previous bar (null: there is none).
 * Output  without trades there is no bar, only `isOpen`. The 2048th bar that starts in a millisecond takes all its
 *         remaining trades.
 * Cost    one pass over ts and fills or quantities.
 */
export function cutSequence(trades: Trades, rule: SequenceRule, before: Filled | null): SequenceCuts {
  const { ts, length } = trades
  const weights = rule.kind === 'ticks' ? trades.fills : trades.qty
  const { size } = rule
  const starts: number[] = []
  const ends: number[] = []
  let t = before?.t ?? -1
  let filled = before?.filled ?? size
  let dayEnd = before === null ? -Infinity : dayEndOf(t)
  let continues = false
  for (let i = 0; i < length; i++) {
    while (i < length && i > 0 && filled < size && ts[i] < dayEnd) filled += weights[i++]
    if (i === length) break
    const at = ts[i]
    if ((filled >= size && at > t - 1 + 1 / STARTS_PER_MS) || at >= dayEnd) {
      if (i > 0) ends.push(i)
      t = at > t ? at : t + 1 / STARTS_PER_MS
      starts.push(t)
      filled = 0
      dayEnd = dayEndOf(at)
    } else if (i === 0) {
      continues = true
      starts.push(t)
    }
    filled += weights[i]
  }
  if (length > 0) ends.push(length)
  return { continues, starts, ends, isOpen: filled < size }
}

/** The number of bar i. Cost: a binary search. */
export function sequenceNumberAt(bars: Pick<Bars, 't' | 'length'>, i: number, first: number): number {
  const dayFirst = lowerBoundT(bars, dayEndOf(bars.t[i]) - DAY_MS)
  return dayFirst === 0 ? first + i : i - dayFirst + 1
}

/**
 * The number of each bar within its UTC day, from 1.
 *
 * Input   consecutive bars of fills or volume, ascending; `first`: the number of the first bar.
 * Cost    one pass.
 */
export function sequenceNumbers({ t, length }: Pick<Bars, 't' | 'length'>, first: number): Uint32Array {
  const numbers = new Uint32Array(length)
  let dayEnd = length > 0 ? dayEndOf(t[0]) : 0
  for (let i = 0; i < length; i++) {
    if (i === 0) numbers[0] = first
    else if (t[i] < dayEnd) numbers[i] = numbers[i - 1] + 1
    else {
      numbers[i] = 1
      dayEnd = dayEndOf(t[i])
    }
  }
  return numbers
}
