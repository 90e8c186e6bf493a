import type { Lots } from '../units/lots.ts'

/** The end of the bar a signal refers to; the dominant side is the ask at a high, the bid at a low. */
export type SignalSide = 'high' | 'low'

/** Unfinished auction (INDICATORS 9): both sides still traded at the bar's extreme tick. */
export interface UnfinishedAuction {
  readonly kind: 'unfinished'
  readonly t: number
  readonly side: SignalSide
  /** The extreme price in native ticks. */
  readonly tick: number
  /** Lots of both sides at that tick. */
  readonly dominant: Lots
  readonly opposite: Lots
  /** Lots of the mean non-zero native cell of the bar, the reference for both sides. */
  readonly meanCell: number
  /** t of the first later bar that reached the price, null until then. */
  readonly ended: number | null
}

/** Absorption (INDICATORS 9): heavy one-sided volume at the extreme rows, and price turned away from it. */
export interface Absorption {
  readonly kind: 'absorption'
  readonly t: number
  readonly side: SignalSide
  /** The extreme rows, inclusive. */
  readonly lowRow: number
  readonly highRow: number
  /** Lots of both sides in these rows. */
  readonly dominant: Lots
  readonly opposite: Lots
  /** Multiple of the median of the 50 previous bars; that median in lots, which may be a half. */
  readonly relVolume: number
  readonly medianVolume: Lots
  /** Share of the bar's dominant-side volume. */
  readonly share: number
  /** Distance of the close from the extreme, as a share of the range. */
  readonly retreat: number
  /** t of the bar whose close confirmed it. */
  readonly known: number
}

/** Exhaustion (INDICATORS 9): the dominant side thins out row by row towards the extreme. */
export interface Exhaustion {
  readonly kind: 'exhaustion'
  readonly t: number
  readonly side: SignalSide
  /** The extreme row. */
  readonly row: number
  /** Lots of the dominant side in the four rows, from the extreme one inwards. */
  readonly cells: readonly [Lots, Lots, Lots, Lots]
  /** Lots of the mean non-zero cell of the bar. */
  readonly meanCell: number
}

export type Signal = UnfinishedAuction | Absorption | Exhaustion

/** The signals of a run of bars, each list in order of t. */
export interface Signals {
  readonly unfinished: readonly UnfinishedAuction[]
  readonly absorptions: readonly Absorption[]
  readonly exhaustions: readonly Exhaustion[]
}

export const NO_SIGNALS: Signals = { unfinished: [], absorptions: [], exhaustions: [] }
