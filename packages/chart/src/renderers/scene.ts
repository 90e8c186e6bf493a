import type { Analysis, Bars } from '@flowprint/orderflow'
import type { ChartFormat, ChartSettings } from '../api.ts'
import type { ColumnScale } from '../layout/columns.ts'
import type { Detail } from '../layout/detail.ts'
import type { RowScale } from '../layout/vertical.ts'
import type { PriceText } from '../format/number-text.ts'
import type { BarTotals } from '../model/bar-totals.ts'
import type { Quantities } from '../model/quantities.ts'
import type { Strength } from '../model/strength.ts'
import type { FontCache } from './fonts.ts'
import type { Palette } from './palette.ts'

/** Everything renderers need to know about the data and its display; recreated when a part changes. */
export interface Scene {
  readonly bars: Bars
  readonly analysis: Analysis
  readonly firstSequence: number
  /** Index of the first open bar; bars before it are closed and cached. */
  readonly openFrom: number
  readonly settings: ChartSettings
  readonly format: ChartFormat
  readonly palette: Palette
  readonly fonts: FontCache
  readonly quantities: Quantities
  readonly strength: Strength
  readonly totals: BarTotals
  readonly price: PriceText
}

/** Geometry of one pane in this frame, in device px. */
export interface Viewport {
  readonly columns: ColumnScale
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
}

export interface MainViewport extends Viewport {
  readonly rows: RowScale
  readonly detail: Detail
}
