import { columnLeft } from '../layout/columns.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { LayeredPane } from './layered-pane.ts'
import type { PaneFrame } from './layered-pane.ts'
import { paintPaneTitle } from './pane-host.ts'
import type { PaneHost } from './pane-host.ts'
import type { AxisRange } from './pane-source.ts'

/** Space above the highest bar as a share of the pane; holds the pane's title. */
const HEADROOM = 0.24

/** Volume as bars, with |delta| solid in the colour of its sign. */
export class VolumePane extends LayeredPane {
  constructor(host: PaneHost) {
    super(host, 'volume')
  }

  /** The axis range: from 0 to the highest visible volume plus headroom. */
  override range(): AxisRange | null {
    const scene = this.host.scene()
    if (scene === null) return null
    const most = this.#most(scene)
    return most > 0 ? { low: 0, high: most / (1 - HEADROOM) } : { low: 0, high: 1 }
  }

  #most(scene: Scene): number {
    const { from, to } = this.host.visible()
    let most = 0
    for (let i = from; i <= to; i++) {
      const { bid, ask } = scene.totals.of(scene.bars, i)
      if (bid + ask > most) most = bid + ask
    }
    return most
  }

  protected override paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    paintPaneTitle(context, scene, view, scene.format.paneTitle('volume'))
  }

  protected override paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    { view, range }: PaneFrame,
    from: number,
    to: number,
  ): void {
    const { palette } = scene
    const fills = [
      [0, palette.volumeFill],
      [1, palette.fills[palette.mark.bodyUp]],
      [-1, palette.fills[palette.mark.bodyDown]],
    ] as const
    for (const [part, fill] of fills) {
      context.fillStyle = fill
      for (let i = from; i <= to; i++) this.#bar(context, scene, view, i, range.high, part)
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
