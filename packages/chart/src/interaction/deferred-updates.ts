import type { AnalysisUpdate, Bars, BarsUpdate } from '@flowprint/orderflow'

/** Defers tasks while a pointer is down and runs them when the last one is up. */
export class GestureQueue {
  #active = false
  #waiting: (() => void)[] = []

  /** Runs the task now, or at the end of the gesture. */
  run(task: () => void): void {
    if (this.#active) this.#waiting.push(task)
    else task()
  }

  /** Discards deferred tasks, because the data was replaced. */
  clear(): void {
    this.#waiting = []
  }

  /** Sets whether a gesture is active; runs the deferred tasks when it ends. */
  readonly setActive = (active: boolean): void => {
    this.#active = active
    if (active) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const task of waiting) task()
  }
}

/**
 * Preserves the order of updates while older bars wait for a gesture to end. The caller already counts the waiting
 * bars, so the indices of later updates are shifted back by their number, and the chart stays live during the gesture.
 */
export class DeferredUpdates {
  readonly #queue: GestureQueue
  /** Older bars received but not yet added to the chart. */
  #bars = 0
  /** Updates queued behind them. */
  #updates = 0
  /** The chart has newer zones and signals than the waiting bars carry. */
  #newerZones = false
  #newerSignals = false

  constructor(queue: GestureQueue) {
    this.#queue = queue
  }

  prepend(bars: Bars, analysis: AnalysisUpdate, apply: (analysis: AnalysisUpdate) => void): void {
    this.#bars += bars.length
    this.#queue.run(() => {
      this.#bars -= bars.length
      const known = { ...(this.#newerZones && { zones: null }), ...(this.#newerSignals && { signals: null }) }
      if (this.#bars === 0) this.#resetNewer()
      apply({ ...analysis, ...known })
    })
  }

  update(update: BarsUpdate, apply: (update: BarsUpdate) => void): void {
    const from = update.from - this.#bars
    if (from < 0 || this.#updates > 0) {
      // The update reaches into waiting bars, so it and all later ones must wait too.
      this.#updates += 1
      this.#queue.run(() => {
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

  /** Discards waiting updates, because the data was replaced. */
  clear(): void {
    this.#queue.clear()
    this.#bars = 0
    this.#updates = 0
    this.#resetNewer()
  }

  #resetNewer(): void {
    this.#newerZones = false
    this.#newerSignals = false
  }
}
