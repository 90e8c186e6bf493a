import type { ISeriesPrimitiveBase, SeriesAttachedParameter } from 'lightweight-charts'
import { columnLeft } from '../layout/columns.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { ClosedLayer, LiveCanvas } from './pane-layers.ts'
import { paintPaneTitle } from './pane-host.ts'
import type { LivePane, PaneHost } from './pane-host.ts'
import { PrimitiveView } from './primitives.ts'
import type { PaintScope } from './primitives.ts'

/** Space above the highest bar as a share of the pane; holds the pane's title. */
const HEADROOM = 0.24

/** Volume as bars, with |delta| solid in the colour of its sign. */
export class VolumePane implements ISeriesPrimitiveBase<SeriesAttachedParameter<number>>, LivePane {
  readonly #host: PaneHost
  readonly #views: readonly PrimitiveView[]
  readonly #layer: ClosedLayer
  readonly #live: LiveCanvas
  #painted: { view: Viewport; most: number } | null = null

  constructor(host: PaneHost) {
    this.#host = host
    this.#layer = new ClosedLayer(host, 'volume')
    this.#live = new LiveCanvas('pane', () => host.paneRow('volume'))
    this.#views = [new PrimitiveView('normal', (scope) => this.#paint(scope))]
  }

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  /** The axis range: from 0 to the highest visible volume plus headroom. */
  range(): { low: number; high: number } | null {
    const scene = this.#host.scene()
    if (scene === null) return null
    const most = this.#most(scene)
    return most > 0 ? { low: 0, high: most / (1 - HEADROOM) } : { low: 0, high: 1 }
  }

  #most(scene: Scene): number {
    const { from, to } = this.#host.visible()
    let most = 0
    for (let i = from; i <= to; i++) {
      const { bid, ask } = scene.totals.of(scene.bars, i)
      if (bid + ask > most) most = bid + ask
    }
    return most
  }

  #paint({ width, height, ratio }: PaintScope): void {
    const columns = this.#host.columns(ratio)
    const range = this.range()
    if (columns === null || range === null) {
      this.#layer.clear()
      this.#live.begin()
      return
    }
    this.#painted = { view: { columns, width, height, ratio }, most: range.high }
    this.paintClosed()
    this.paintLive()
  }

  get liveCanvases(): readonly HTMLCanvasElement[] {
    return [...this.#layer.canvases, ...this.#live.canvases]
  }

  rangeMoved(): boolean {
    return this.#painted === null || this.#painted.most !== this.range()?.high
  }

  paintClosed(): void {
    const scene = this.#host.scene()
    if (scene === null || this.#painted === null) return
    const { view, most } = this.#painted
    this.#layer.paint(scene, view, { origin: 0, key: `${most}` }, (context, from, to) =>
      this.#bars(context, scene, view, from, to, most),
    )
  }

  paintLive(): void {
    const scene = this.#host.scene()
    if (scene === null || this.#painted === null) return
    const area = this.#live.begin()
    if (area === null) return
    const { from, to } = this.#host.visible()
    const { view, most } = this.#painted
    this.#bars(area.context, scene, view, Math.max(from, scene.openFrom), to, most)
    paintPaneTitle(area.context, scene, view, scene.format.paneTitle('volume'))
  }

  release(): void {
    this.#live.release()
    this.#layer.release()
  }

  #bars(context: CanvasRenderingContext2D, scene: Scene, view: Viewport, from: number, to: number, most: number): void {
    const { palette } = scene
    const fills = [
      [0, palette.volumeFill],
      [1, palette.fills[palette.mark.bodyUp]],
      [-1, palette.fills[palette.mark.bodyDown]],
    ] as const
    for (const [part, fill] of fills) {
      context.fillStyle = fill
      for (let i = from; i <= to; i++) this.#bar(context, scene, view, i, most, part)
    }
  }

  /** part 0: the whole volume; 1 or -1: |delta| of that sign. */
  #bar(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    i: number,
    most: number,
    part: -1 | 0 | 1,
  ): void {
    const { bid, ask, delta } = scene.totals.of(scene.bars, i)
    if (part !== 0 && Math.sign(delta) !== part) return
    const value = part === 0 ? bid + ask : Math.abs(delta)
    const left = columnLeft(view.columns, scene.firstSequence + i)
    const column = columnLeft(view.columns, scene.firstSequence + i + 1) - left
    const gap = column < 4 ? 0 : Math.max(1, Math.round(column * 0.12))
    const size = Math.max(1, Math.round((value / most) * (view.height - 1)))
    context.fillRect(left + gap, view.height - size, Math.max(1, column - 2 * gap), size)
  }
}
