import type { readBar } from './bar-reading.ts'
import type { readCell } from './cell-reading.ts'
import type { textUnits } from '../../model/quantity-text.ts'

/** Formats bars and cells; loaded together with the readout. */
interface Reader {
  readonly readBar: typeof readBar
  readonly readCell: typeof readCell
  readonly textUnits: typeof textUnits
}

let reader: Reader | null = null
const first = Promise.withResolvers<void>()

/** The reader; null until loaded. */
export const readerNow = (): Reader | null => reader
/** Resolves when the reader is loaded. */
export const readerCome: Promise<void> = first.promise

export function takeReader(come: Reader): void {
  reader = come
  first.resolve()
}
