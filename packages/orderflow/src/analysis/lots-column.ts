import { lotsAt, type Lots } from '../units/lots.ts'
import { grown } from './growable.ts'

/** A growing column of exact quantities: doubles, and remainders from the first bigint on. */
export class LotsColumn {
  /** The nearest doubles; the quantities themselves while `rests` is null. */
  values = new Float64Array(0)
  rests: Float64Array | null = null

  /** Reserves capacity for this many entries; existing ones are kept. */
  reserve(length: number): void {
    this.values = grown(this.values, length)
    if (this.rests !== null) this.rests = grown(this.rests, this.values.length)
  }

  at(i: number): Lots {
    return lotsAt(this.values, this.rests, i)
  }

  set(i: number, lots: Lots): void {
    if (typeof lots === 'number' && this.rests === null) {
      this.values[i] = lots
      return
    }
    this.rests ??= new Float64Array(this.values.length)
    const value = Number(lots)
    this.values[i] = value
    this.rests[i] = typeof lots === 'number' ? 0 : Number(lots - BigInt(value))
  }

  /** The remainders of the first `length` entries; null when all of these are safe integers. */
  restsOf(length: number): Float64Array | null {
    if (this.rests === null) return null
    const isWide = this.values.subarray(0, length).some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return isWide ? this.rests.subarray(0, length) : null
  }
}
