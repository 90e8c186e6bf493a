import type { PaneName } from '../api.ts'
import type { ColumnScale } from '../layout/columns.ts'
import type { ChangeLog } from '../model/change-log.ts'
import type { Scene } from '../renderers/scene.ts'

/** What a pane asks of the chart. */
export interface PaneHost {
  /** Changes of closed bars, for cached layers. */
  readonly changes: Pick<ChangeLog, 'epoch' | 'since'>
  /** Null while there is no data. */
  scene(): Scene | null
  /** Columns in device px; null while the axis has no width. */
  columns(ratio: number): ColumnScale | null
  /** The library's table row of a pane; null while it is not there. */
  paneRow(pane: PaneName): HTMLElement | null
  /** Visible bars, indices, both inclusive; to < from for none. */
  visible(): { from: number; to: number }
}

/** A pane whose open bars can be painted alone. */
export interface LivePane {
  /** The range of the pane's axis is no longer the painted one: a whole frame is needed. */
  rangeMoved(): boolean
  /** Paints the open bars anew over the last frame; nothing before the first. */
  paintLive(): void
  /** Canvases of ours, for screenshots. */
  readonly liveCanvases: readonly HTMLCanvasElement[]
  release(): void
}
