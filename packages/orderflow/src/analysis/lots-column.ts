import { lotsAt, setLots, type Lots } from '../units/lots.ts'
import { grown } from './growable.ts'

/** A growing column of exact quantities: doubles, and remainders from the first bigint on. */
export class LotsColumn {
  /** The nearest doubles; the quantities themselves while `overflow` is null. */
  values = new Float64Array(0)
  overflow: { values: Float64Array } | null = null

  /** Reserves capacity for this many entries; existing ones are kept. */
  reserve(length: number): void {
    this.values = grown(this.values, length)
    if (this.overflow !== null) this.overflow.values = grown(this.overflow.values, this.values.length)
  }

  at(i: number): Lots {
    return lotsAt(this, 'values', i)
  }

  set(i: number, lots: Lots): void {
    if (typeof lots === 'bigint') this.overflow ??= { values: new Float64Array(this.values.length) }
    setLots(this, 'values', i, lots)
  }
}
