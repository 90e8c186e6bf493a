import type { Profile as ProfileAnswer } from '@flowprint/contract'
import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  type Bars,
  decimalUnit,
  type InstrumentUnits,
  NO_ROW,
  profileOfBar,
  profilePoc,
  profileValueArea,
  toUnits,
} from '@flowprint/orderflow'
import { createScopedStore } from '../../model/chart-scope.ts'
import type { TimeRange } from './profile-ranges.ts'

export type ProfileKind = 'session' | 'visible' | 'fixed'

/** A profile and its position. */
export interface PlacedProfile extends TimeRange {
  readonly kind: ProfileKind
  readonly shown: ShownProfile
  /**
   * For finished sessions: start of the bar that reached the point of control, Infinity while it is naked; otherwise
   * null.
   */
  readonly nakedUntil: number | null
}

/** The profiles on the chart. */
interface ProfileState {
  readonly items: readonly PlacedProfile[]
  /** Why a requested profile is missing; null when none is. */
  readonly failure: unknown
}

export const useProfiles = createScopedStore<ProfileState>(() => () => ({ items: [], failure: null }))

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
