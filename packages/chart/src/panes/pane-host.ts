import type { IChartApiBase } from 'lightweight-charts'
import type { PaneName } from '../api.ts'
import type { TimeView } from '../interaction/time-view.ts'
import type { ColumnScale } from '../layout/columns.ts'
import type { ChangeLog } from '../model/change-log.ts'
import type { PixelRatio } from './pixel-ratio.ts'
import type { Scene } from '../renderers/scene.ts'
import type { SceneBuilder } from '../scene-builder.ts'

/** What a pane needs from the chart. */
export interface PaneHost {
  /** Changes of closed bars, for cached layers. */
  readonly changes: Pick<ChangeLog, 'epoch' | 'since'>
  /** Null while there is no data. */
  scene(): Scene | null
  /** Columns in device px; null while the axis has no width. */
  columns(ratio: number): ColumnScale | null
  /** The library's table row of a pane; null while it does not exist. */
  paneRow(pane: PaneName): HTMLElement | null
  /** Visible bars, indices, both inclusive; to < from for none. */
  visible(): { from: number; to: number }
  readonly pixelRatio: PixelRatio
  /** The pixel ratio changed since the last layout: lays out again and requests another frame. */
  ratioChanged(): void
}

interface PaneHostParts {
  readonly changes: ChangeLog
  readonly builder: SceneBuilder
  readonly time: TimeView
  readonly chart: IChartApiBase<number>
  /** Index of a visible pane, -1 for none. */
  indexOf(pane: PaneName): number
  readonly pixelRatio: PixelRatio
  ratioChanged(): void
}

/** Creates the host from the parts of the chart. */
export function createPaneHost({
  changes,
  builder,
  time,
  chart,
  indexOf,
  pixelRatio,
  ratioChanged,
}: PaneHostParts): PaneHost {
  return {
    changes,
    pixelRatio,
    ratioChanged,
    scene: () => builder.get(),
    columns: (ratio) => time.columns(ratio),
    visible: () => time.visible(),
    paneRow: (pane) => {
      const index = indexOf(pane)
      return index < 0 ? null : (chart.panes()[index]?.getHTMLElement() ?? null)
    },
  }
}

/** A pane whose bars are on our own canvases and can be painted without the library. */
export interface LivePane {
  /** The range of the pane's axis differs from the painted one: a full frame is needed. */
  rangeMoved(): boolean
  /** Paints the closed bars at the last frame's positions; does nothing before the first. */
  paintClosed(): void
  /** Repaints the open bars and everything above the bars; does nothing before the first frame. */
  paintLive(): void
  /** Our canvases from bottom to top, for screenshots. */
  readonly liveCanvases: readonly HTMLCanvasElement[]
  release(): void
}
