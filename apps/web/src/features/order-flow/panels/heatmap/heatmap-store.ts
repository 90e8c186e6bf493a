import { createScopedStore } from '../../model/chart-scope.ts'
import type { LevelReading } from './level-reading.ts'

/** What the heatmap's line says. A separate store, so that only it rerenders. */
interface HeatmapState {
  /** A book is known in some visible column; null before the first columns. */
  readonly isKnown: boolean | null
  /** Books are stored since then, ms; null: not known. */
  readonly storedFrom: number | null
  /** End of the visible times, ms. */
  readonly visibleTo: number
  /** Full intensity, decimal text in base units; '' before the first columns. */
  readonly full: string
  readonly level: LevelReading | null
}

export const NO_HEATMAP: HeatmapState = { isKnown: null, storedFrom: null, visibleTo: Infinity, full: '', level: null }

export const useHeatmap = createScopedStore<HeatmapState>(() => () => NO_HEATMAP)
