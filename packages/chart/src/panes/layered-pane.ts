import type { PaneName } from '../api.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import type { PaneHost } from './pane-host.ts'
import type { AxisRange, StackedPane } from './pane-source.ts'
import { ClosedLayer, LiveCanvas } from './pane-layers.ts'
import { PrimitiveView } from './primitives.ts'
import type { PaintScope } from './primitives.ts'

/** Geometry of a pane's last frame. */
export interface PaneFrame {
  readonly view: Viewport
  readonly range: AxisRange
}

/** A pane below the main one: closed bars on one canvas, open bars and everything above the bars on another. */
export abstract class LayeredPane implements StackedPane {
  protected readonly host: PaneHost
  readonly #views: readonly PrimitiveView[]
  readonly #layer: ClosedLayer
  readonly #live: LiveCanvas
  #frame: PaneFrame | null = null

  constructor(host: PaneHost, name: PaneName) {
    this.host = host
    this.#layer = new ClosedLayer(host, name)
    this.#live = new LiveCanvas('pane', () => host.paneRow(name))
    this.#views = [new PrimitiveView('normal', (scope) => this.#paint(scope))]
  }

  /** The range of the axis; null while there is nothing to show. */
  abstract range(): AxisRange | null

  /** Paints bars [from, to], open or closed. */
  protected abstract paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    frame: PaneFrame,
    from: number,
    to: number,
  ): void

  /** Paints what is above the bars. */
  protected abstract paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void

  /** Changes when closed bars have to be painted again for another reason than their data. */
  protected version?(): number

  /** Prepares a full frame; `context` is the library's, below all bars. */
  protected beginFrame?(context: CanvasRenderingContext2D, scene: Scene, frame: PaneFrame): void

  /** Paints marks on closed bars [from, to]. */
  protected paintClosedMarks?(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    from: number,
    to: number,
  ): void

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  get liveCanvases(): readonly HTMLCanvasElement[] {
    return [...this.#layer.canvases, ...this.#live.canvases]
  }

  rangeMoved(): boolean {
    const range = this.range()
    const painted = this.#frame?.range
    return painted === undefined || range === null || painted.low !== range.low || painted.high !== range.high
  }

  paintClosed(): void {
    const scene = this.host.scene()
    const frame = this.#frame
    if (scene === null || frame === null) return
    const { view, range } = frame
    const key = `${range.low}|${range.high}|${this.version?.()}`
    this.#layer.paint(scene, view, { origin: 0, key }, (context, from, to) => {
      this.paintBars(context, scene, frame, from, to)
      this.paintClosedMarks?.(context, scene, view, from, to)
    })
  }

  paintLive(): void {
    const scene = this.host.scene()
    if (scene === null || this.#frame === null) return
    const area = this.#live.begin()
    if (area === null) return
    const { from, to } = this.host.visible()
    this.paintBars(area.context, scene, this.#frame, Math.max(from, scene.openFrom), to)
    this.paintAbove(area.context, scene, this.#frame.view)
  }

  release(): void {
    this.#live.release()
    this.#layer.release()
  }

  #paint({ context, width, height, ratio }: PaintScope): void {
    const scene = this.host.scene()
    const columns = this.host.columns(ratio)
    const range = this.range()
    if (scene === null || columns === null || range === null) {
      this.#layer.clear()
      this.#live.begin()
      return
    }
    this.#frame = { view: { columns, width, height, ratio }, range }
    this.beginFrame?.(context, scene, this.#frame)
    this.paintClosed()
    this.paintLive()
  }
}
