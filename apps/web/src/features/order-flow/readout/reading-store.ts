import type { Hit } from '@flowprint/chart'
import { create } from 'zustand'
import type { BarReading } from './bar-reading.ts'
import type { CellReading } from './cell-reading.ts'
import type { Traded } from './quantity-text.ts'

/** What stands under the crosshair, in words; the newest bar while there is no crosshair. */
export interface ReadingState {
  readonly bar: BarReading | null
  readonly cell: CellReading | null
  /** The crosshair in CSS px from the chart's corner; null while it is elsewhere. */
  readonly pointer: { readonly x: number; readonly y: number } | null
  readonly hit: Hit | null
  /** What the bar of the hit traded; null where the hit has none. */
  readonly hitBar: Traded | null
  /** The newest bar is on the screen. */
  readonly atNow: boolean
}

export const NO_READING: ReadingState = { bar: null, cell: null, pointer: null, hit: null, hitBar: null, atNow: true }

export const useReading = create<ReadingState>()(() => NO_READING)
