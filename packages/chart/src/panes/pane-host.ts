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
  /** Visible bars, indices, both inclusive; to < from for none. */
  visible(): { from: number; to: number }
}
