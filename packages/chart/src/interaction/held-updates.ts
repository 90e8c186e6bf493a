import type { Bars } from '@flowprint/orderflow'
import type { ChartUpdate } from '../api.ts'
import type { GestureGate } from './gesture-gate.ts'

/**
 * Keeps the order of changes while older bars wait for the end of a gesture. Whoever gave them counts them at once, so
 * what is said about later bars meanwhile is moved back by as many, and the picture stays live under the finger.
 */
export class HeldUpdates {
  readonly #gate: GestureGate
  /** Older bars that were given and are not in the chart yet. */
  #bars = 0
  /** Updates that wait behind them. */
  #updates = 0
  /** Newer zones and signals than those of the waiting bars are in the chart. */
  #newerZones = false
  #newerSignals = false

  constructor(gate: GestureGate) {
    this.#gate = gate
  }

  prepend(bars: Bars, analysis: ChartUpdate['analysis'], apply: (analysis: ChartUpdate['analysis']) => void): void {
    this.#bars += bars.length
    this.#gate.run(() => {
      this.#bars -= bars.length
      const known = { ...(this.#newerZones && { zones: null }), ...(this.#newerSignals && { signals: null }) }
      if (this.#bars === 0) this.#forgetNewer()
      apply({ ...analysis, ...known })
    })
  }

  update(update: ChartUpdate, apply: (update: ChartUpdate) => void): void {
    const from = update.from - this.#bars
    if (from < 0 || this.#updates > 0) {
      // It reaches into bars that wait, so it waits too, and with it all that follow.
      this.#updates += 1
      this.#gate.run(() => {
        this.#updates -= 1
        apply(update)
      })
      return
    }
    if (this.#bars > 0) {
      this.#newerZones ||= update.analysis.zones !== null
      this.#newerSignals ||= update.analysis.signals !== null
    }
    apply(this.#bars > 0 ? { ...update, from } : update)
  }

  /** What waits no longer matters: other data came. */
  forget(): void {
    this.#gate.forget()
    this.#bars = 0
    this.#updates = 0
    this.#forgetNewer()
  }

  #forgetNewer(): void {
    this.#newerZones = false
    this.#newerSignals = false
  }
}
