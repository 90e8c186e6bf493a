import type { Bars } from '../bars/bars.ts'
import type { Analysis, AnalysisRests } from './analysis.ts'
import { grown } from './growable.ts'
import { LotsColumn } from './lots-column.ts'

type Columns = Omit<Analysis, 'stacks' | 'efforts' | 'zones' | 'signals'>

/** The per-bar and per-cell columns of an analysis, with room to grow. */
export class AnalysisColumns {
  pocRow = new Int32Array(0)
  pocTick = new Int32Array(0)
  valRow = new Int32Array(0)
  vahRow = new Int32Array(0)
  readonly minVolume = new LotsColumn()
  readonly cvdOpen = new LotsColumn()
  readonly cvdQuoteOpen = new LotsColumn()
  cvdSegment = new Uint32Array(0)
  vwap = new Float64Array(0)
  vwapDeviation = new Float64Array(0)
  cellFlags = new Uint8Array(0)

  /** Reserves capacity for these bars; existing entries are kept. */
  reserve(bars: Bars): void {
    const { length } = bars
    this.pocRow = grown(this.pocRow, length)
    this.pocTick = grown(this.pocTick, length)
    this.valRow = grown(this.valRow, length)
    this.vahRow = grown(this.vahRow, length)
    this.minVolume.reserve(length)
    this.cvdOpen.reserve(length)
    this.cvdQuoteOpen.reserve(length)
    this.cvdSegment = grown(this.cvdSegment, length)
    this.vwap = grown(this.vwap, length)
    this.vwapDeviation = grown(this.vwapDeviation, length)
    this.cellFlags = grown(this.cellFlags, bars.cellStart[length])
  }

  /** Views of exactly these bars' length, no copy. */
  view(bars: Bars): Columns {
    const { length } = bars
    return {
      length,
      pocRow: this.pocRow.subarray(0, length),
      pocTick: this.pocTick.subarray(0, length),
      valRow: this.valRow.subarray(0, length),
      vahRow: this.vahRow.subarray(0, length),
      minVolume: this.minVolume.values.subarray(0, length),
      cvdOpen: this.cvdOpen.values.subarray(0, length),
      cvdQuoteOpen: this.cvdQuoteOpen.values.subarray(0, length),
      cvdSegment: this.cvdSegment.subarray(0, length),
      vwap: this.vwap.subarray(0, length),
      vwapDeviation: this.vwapDeviation.subarray(0, length),
      cellFlags: this.cellFlags.subarray(0, bars.cellStart[length]),
      wide: this.rests(length),
    }
  }

  private rests(length: number): AnalysisRests | null {
    const minVolume = this.minVolume.restsOf(length)
    const cvdOpen = this.cvdOpen.restsOf(length)
    const cvdQuoteOpen = this.cvdQuoteOpen.restsOf(length)
    if (minVolume === null && cvdOpen === null && cvdQuoteOpen === null) return null
    const none = (): Float64Array => new Float64Array(length)
    return { minVolume: minVolume ?? none(), cvdOpen: cvdOpen ?? none(), cvdQuoteOpen: cvdQuoteOpen ?? none() }
  }
}
