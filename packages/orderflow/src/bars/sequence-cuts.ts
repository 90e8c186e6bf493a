import { barVolume } from '../footprint/lots-of.ts'
import type { Trades } from '../trades/trades.ts'
import type { Bars } from './bars.ts'
import type { SequenceRule } from './sequence-rule.ts'
import type { UnixMs } from '../units/units.ts'
import { DAY_MS } from '../time/durations.ts'

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
