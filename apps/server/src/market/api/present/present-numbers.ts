import type { Indicators } from '@flowprint/contract'
import { lowerBoundT } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'

/** Fields that refer to bars by time, and the name of the corresponding number field. */
const NAMES: readonly (readonly [at: string, number: string])[] = [
  ['t', 'number'],
  ['born', 'born_number'],
  ['ended', 'ended_number'],
  ['known', 'known_number'],
]

/** The indicators with whole milliseconds, plus the number of each bar they refer to. */
export function numberMarks(indicators: Indicators, bars: Bars, numbers: Uint32Array): Indicators {
  const numbered = (mark: object): object => {
    const out: Record<string, unknown> = { ...mark }
    for (const [at, number] of NAMES) {
      const t = out[at]
      if (typeof t !== 'number') continue
      const bar = lowerBoundT(bars, t)
      out[at] = Math.floor(t)
      if (bars.t[bar] === t) out[number] = numbers[bar]
    }
    return out
  }
  const entries = Object.entries(indicators).map(([name, marks]) => [
    name,
    Array.isArray(marks) ? marks.map(numbered) : marks,
  ])
  return Object.fromEntries(entries) as Indicators
}
