import type { Hit } from '@flowprint/chart'
import { create } from 'zustand'
import type { BarReading } from './bar-reading.ts'
import type { CellReading } from './cell-reading.ts'
import type { Traded } from '../../model/quantity-text.ts'

/** Texts for what is under the crosshair; the newest bar without a crosshair. */
export interface ReadingState {
  readonly bar: BarReading | null
  readonly cell: CellReading | null
  /** Crosshair position in CSS px from the chart's corner; null when elsewhere. */
  readonly pointer: { readonly x: number; readonly y: number } | null
  readonly hit: Hit | null
  /** Traded amount of the hit's bar; null when the hit has none. */
  readonly hitBar: Traded | null
  /** The pointer is on the readout: it keeps showing the last bar pointed at. */
  readonly isHeld: boolean
}

export const NO_READING: ReadingState = {
  bar: null,
  cell: null,
  pointer: null,
  hit: null,
  hitBar: null,
  isHeld: false,
}

export const useReading = create<ReadingState>()(() => NO_READING)
