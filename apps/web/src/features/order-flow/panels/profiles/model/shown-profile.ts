import type { Profile as ProfileAnswer } from '@flowprint/contract'
import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  decimalUnit,
  NO_ROW,
  profileOfBar,
  profilePoc,
  profileValueArea,
  toUnits,
  type Bars,
  type InstrumentUnits,
} from '@flowprint/orderflow'

/** A profile ready to draw: quantities are rounded to doubles, everything else is exact. */
export interface ShownProfile {
  /** Row height in ticks. */
  readonly step: number
  /** Traded rows, ascending. */
  readonly row: Int32Array
  /** Lots. */
  readonly bid: Float64Array
  readonly ask: Float64Array
  /** NO_ROW when nothing traded. */
  readonly poc: number
  readonly valRow: number
  readonly vahRow: number
  /** BAR_INCOMPLETE, BAR_REPAIRING, BAR_OPEN or BAR_COMPLETE. */
  readonly state: number
}

/** Converts the sum of a range. */
export function shownOfSum(sum: Bars, share: string, state: number): ShownProfile {
  const profile = profileOfBar(sum)
  const { step, row, bid, ask } = profile
  return { step, row, bid, ask, poc: profilePoc(profile), ...profileValueArea(profile, share), state }
}

const STATES = { open: BAR_OPEN, complete: BAR_COMPLETE, repairing: BAR_REPAIRING, incomplete: BAR_INCOMPLETE } as const

/** Converts an answer of /profile. */
export function shownOfAnswer(answer: ProfileAnswer, { tickSize, lotSize }: InstrumentUnits): ShownProfile {
  const tick = decimalUnit(tickSize)
  const lot = Number(lotSize)
  const step = toUnits(answer.precision, tick)
  const rowOf = (edge: string | null) => (edge === null ? NO_ROW : toUnits(edge, tick) / step)
  return {
    step,
    row: Int32Array.from(answer.rows, ([edge]) => rowOf(edge)),
    bid: Float64Array.from(answer.rows, ([, bid]) => Number(bid) / lot),
    ask: Float64Array.from(answer.rows, ([, , ask]) => Number(ask) / lot),
    poc: rowOf(answer.poc),
    valRow: rowOf(answer.val),
    vahRow: rowOf(answer.vah),
    state: STATES[answer.state],
  }
}
