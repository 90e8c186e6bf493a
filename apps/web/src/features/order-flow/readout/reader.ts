import type { readBar } from './bar-reading.ts'
import type { readCell } from './cell-reading.ts'
import type { textUnits } from './quantity-text.ts'

/** What puts bars and cells into words; it comes with the parts that show them. */
interface Reader {
  readonly readBar: typeof readBar
  readonly readCell: typeof readCell
  readonly textUnits: typeof textUnits
}

let reader: Reader | null = null
const first = Promise.withResolvers<void>()

/** The reader once it has come; null before. */
export const readerNow = (): Reader | null => reader
/** Resolves once the reader has come. */
export const readerCome: Promise<void> = first.promise

export function takeReader(come: Reader): void {
  reader = come
  first.resolve()
}
