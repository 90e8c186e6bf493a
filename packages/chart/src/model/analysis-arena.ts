import { NO_SIGNALS } from '@flowprint/orderflow'
import type { Analysis, AnalysisRests, Effort, Signals, Stack, Zone } from '@flowprint/orderflow'

const MIN_BARS = 64
const MIN_CELLS = 1024

/** Growable columns of the analysis: the counterpart of the engine's BarArena, spliced together with it. */
export class AnalysisArena {
  length = 0
  cellCount = 0
  efforts: readonly Effort[] = []
  stacks: readonly Stack[] = []
  zones: readonly Zone[] = []
  signals: Signals = NO_SIGNALS
  #pocRow = new Int32Array(MIN_BARS)
  #pocTick = new Int32Array(MIN_BARS)
  #valRow = new Int32Array(MIN_BARS)
  #vahRow = new Int32Array(MIN_BARS)
  #minVolume = new Float64Array(MIN_BARS)
  #cvdOpen = new Float64Array(MIN_BARS)
  #cvdQuoteOpen = new Float64Array(MIN_BARS)
  #cvdSegment = new Uint32Array(MIN_BARS)
  #vwap = new Float64Array(MIN_BARS)
  #vwapDeviation = new Float64Array(MIN_BARS)
  #cellFlags = new Uint8Array(MIN_CELLS)
  /** Overflow columns, rarely needed; null until the first overflow. */
  #rests: AnalysisRests | null = null

  truncate(bars: number, cells: number): void {
    this.length = bars
    this.cellCount = cells
  }

  /** Appends the columns of `analysis`; the caller sets the lists. */
  append(analysis: Omit<Analysis, 'zones' | 'signals'>): void {
    const at = this.length
    const bars = analysis.length
    const cells = analysis.cellFlags.length
    this.#reserve(at + bars, this.cellCount + cells)
    this.#pocRow.set(analysis.pocRow, at)
    this.#pocTick.set(analysis.pocTick, at)
    this.#valRow.set(analysis.valRow, at)
    this.#vahRow.set(analysis.vahRow, at)
    this.#minVolume.set(analysis.minVolume, at)
    this.#cvdOpen.set(analysis.cvdOpen, at)
    this.#cvdQuoteOpen.set(analysis.cvdQuoteOpen, at)
    this.#cvdSegment.set(analysis.cvdSegment, at)
    this.#vwap.set(analysis.vwap, at)
    this.#vwapDeviation.set(analysis.vwapDeviation, at)
    this.#cellFlags.set(analysis.cellFlags, this.cellCount)
    this.#appendRests(analysis.wide, at, bars)
    this.length = at + bars
    this.cellCount += cells
  }

  /** Views on the columns, valid until the next change. */
  view(): Analysis {
    const n = this.length
    return {
      length: n,
      pocRow: this.#pocRow.subarray(0, n),
      pocTick: this.#pocTick.subarray(0, n),
      valRow: this.#valRow.subarray(0, n),
      vahRow: this.#vahRow.subarray(0, n),
      minVolume: this.#minVolume.subarray(0, n),
      cvdOpen: this.#cvdOpen.subarray(0, n),
      cvdQuoteOpen: this.#cvdQuoteOpen.subarray(0, n),
      cvdSegment: this.#cvdSegment.subarray(0, n),
      vwap: this.#vwap.subarray(0, n),
      vwapDeviation: this.#vwapDeviation.subarray(0, n),
      cellFlags: this.#cellFlags.subarray(0, this.cellCount),
      efforts: this.efforts,
      stacks: this.stacks,
      zones: this.zones,
      signals: this.signals,
      wide: this.#rests && {
        minVolume: this.#rests.minVolume.subarray(0, n),
        cvdOpen: this.#rests.cvdOpen.subarray(0, n),
        cvdQuoteOpen: this.#rests.cvdQuoteOpen.subarray(0, n),
      },
    }
  }

  #appendRests(wide: AnalysisRests | null, at: number, bars: number): void {
    if (wide === null && this.#rests === null) return
    const room = this.#pocRow.length
    this.#rests ??= {
      minVolume: new Float64Array(room),
      cvdOpen: new Float64Array(room),
      cvdQuoteOpen: new Float64Array(room),
    }
    for (const name of ['minVolume', 'cvdOpen', 'cvdQuoteOpen'] as const) {
      if (wide === null) this.#rests[name].fill(0, at, at + bars)
      else this.#rests[name].set(wide[name], at)
    }
  }

  #reserve(bars: number, cells: number): void {
    if (bars > this.#pocRow.length) {
      const size = Math.max(bars, this.#pocRow.length * 2)
      this.#pocRow = grown(this.#pocRow, new Int32Array(size))
      this.#pocTick = grown(this.#pocTick, new Int32Array(size))
      this.#valRow = grown(this.#valRow, new Int32Array(size))
      this.#vahRow = grown(this.#vahRow, new Int32Array(size))
      this.#minVolume = grown(this.#minVolume, new Float64Array(size))
      this.#cvdOpen = grown(this.#cvdOpen, new Float64Array(size))
      this.#cvdQuoteOpen = grown(this.#cvdQuoteOpen, new Float64Array(size))
      this.#cvdSegment = grown(this.#cvdSegment, new Uint32Array(size))
      this.#vwap = grown(this.#vwap, new Float64Array(size))
      this.#vwapDeviation = grown(this.#vwapDeviation, new Float64Array(size))
      this.#rests &&= {
        minVolume: grown(this.#rests.minVolume, new Float64Array(size)),
        cvdOpen: grown(this.#rests.cvdOpen, new Float64Array(size)),
        cvdQuoteOpen: grown(this.#rests.cvdQuoteOpen, new Float64Array(size)),
      }
    }
    if (cells > this.#cellFlags.length) {
      this.#cellFlags = grown(this.#cellFlags, new Uint8Array(Math.max(cells, this.#cellFlags.length * 2)))
    }
  }
}

function grown<T extends { set(from: ArrayLike<number>): void }>(from: ArrayLike<number>, to: T): T {
  to.set(from)
  return to
}
