import { EDGE_LOTS } from './edge-columns.ts'
import type { BarEdges } from './edge-columns.ts'
import type { Bars, WideRests } from './bars.ts'

const BAR_COLUMNS = [
  't',
  'open',
  'high',
  'low',
  'close',
  'bid',
  'ask',
  'minDelta',
  'maxDelta',
  'minDeltaQuote',
  'maxDeltaQuote',
  'squares',
  'trades',
  'rawPoc',
  'state',
  'revision',
  'cellStart',
] as const

const CELL_COLUMNS = [
  'row',
  'cellBid',
  'cellAsk',
  'cellBidTrades',
  'cellAskTrades',
  'cellBidOffset',
  'cellAskOffset',
] as const

const RESTS = ['bid', 'ask', 'minDelta', 'maxDelta', 'cellBid', 'cellAsk', 'cellBidOffset', 'cellAskOffset'] as const

/**
 * True when every column of both holds the same values (NaN equals NaN, a missing offset column only a missing one),
 * including remainders of wide quantities and edges; missing remainders are 0, missing edges are unknown.
 */
export function barsEqual(a: Bars, b: Bars): boolean {
  return firstDifference(a, b) === null
}

/** Describes the first difference between two runs of bars, for a test message or a log; null when they are equal. */
export function firstDifference(a: Bars, b: Bars): string | null {
  if (a.length !== b.length) return `length ${a.length} and ${b.length}`
  if (a.cycleMs !== b.cycleMs) return `cycleMs ${a.cycleMs} and ${b.cycleMs}`
  if (a.step !== b.step) return `step ${a.step} and ${b.step}`
  for (const name of [...BAR_COLUMNS, ...CELL_COLUMNS]) {
    const left = a[name]
    const right = b[name]
    if (left === null || right === null) {
      if (left !== right) return `${name} is missing on one side`
      continue
    }
    if (left.length !== right.length) return `${name} has ${left.length} and ${right.length} entries`
    for (let i = 0; i < left.length; i++) {
      if (!Object.is(left[i] + 0, right[i] + 0)) return `${name}[${i}] is ${left[i]} and ${right[i]}`
    }
  }
  return differingRest(a.wide, b.wide) ?? differingEdge(a.edges ?? null, b.edges ?? null, a.length)
}

function differingRest(a: WideRests | null, b: WideRests | null): string | null {
  for (const name of RESTS) {
    const left = a?.[name] ?? null
    const right = b?.[name] ?? null
    const length = left?.length ?? right?.length ?? 0
    for (let i = 0; i < length; i++) {
      const [own, other] = [left?.[i] ?? 0, right?.[i] ?? 0]
      if (own !== other) return `the rest of ${name}[${i}] is ${own} and ${other}`
    }
  }
  return null
}

function differingEdge(a: BarEdges | null, b: BarEdges | null, length: number): string | null {
  for (let i = 0; i < length; i++) {
    const [own, other] = [a?.cells[i] ?? 0, b?.cells[i] ?? 0]
    if (own !== other) return `edges.cells[${i}] is ${own} and ${other}`
    for (const name of EDGE_LOTS) {
      const [left, right] = [a?.[name][i] ?? 0, b?.[name][i] ?? 0]
      if (left !== right) return `edges.${name}[${i}] is ${left} and ${right}`
      const [rest, otherRest] = [a?.rests?.[name][i] ?? 0, b?.rests?.[name][i] ?? 0]
      if (rest !== otherRest) return `the rest of edges.${name}[${i}] is ${rest} and ${otherRest}`
    }
  }
  return null
}
