import type { HiddenSeries } from './hidden-series.ts'
import { Guard } from './guard.ts'
import type { LivePane } from './pane-host.ts'

/** Decides how much is painted: a full frame by the library, or bars only. */
export class Painter {
  readonly #base: HiddenSeries
  readonly #panes: () => readonly LivePane[]
  readonly #follow: () => void
  readonly #guards = new WeakMap<LivePane, Guard>()
  #frame = 0
  #closed = false
  #alive = true

  /** `follow` updates the price scale for the open bar, so that the panes can detect whether it moved. */
  constructor(base: HiddenSeries, panes: () => readonly LivePane[], follow: () => void) {
    this.#base = base
    this.#panes = panes
    this.#follow = follow
  }

  /** Schedules all panes and axes for the library's next frame; several calls share it. */
  everything(): void {
    // The library repaints for any option, and an empty one causes no new layout.
    if (this.#alive) this.#base.applyOptions({})
  }

  /** Schedules the open bars for the next frame; everything if an axis has to move for them. */
  openBars(): void {
    if (this.#frame !== 0 || !this.#alive) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#follow()
      const panes = this.#panes()
      if (panes.some((pane) => pane.rangeMoved())) this.everything()
      else for (const pane of panes) this.#paint(pane)
      this.#closed = false
    })
  }

  /** Schedules all bars for the next frame, at their current positions. */
  allBars(): void {
    this.#closed = true
    this.openBars()
  }

  #paint(pane: LivePane): void {
    const guard = this.#guards.get(pane) ?? new Guard()
    this.#guards.set(pane, guard)
    guard.run(() => {
      if (this.#closed) pane.paintClosed()
      pane.paintLive()
    })
  }

  destroy(): void {
    this.#alive = false
    cancelAnimationFrame(this.#frame)
  }
}
