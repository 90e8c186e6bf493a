import type { Analysis, Bars, InstrumentUnits, AnalysisUpdate, BarsUpdate } from '@flowprint/orderflow'
import type { DrawnZone, Hit } from './hit.ts'
import type { Overlay } from './overlay/overlay.ts'
import type { Coordinates } from './overlay/coordinates.ts'
import type { ChartTheme } from './theme.ts'

export type { DrawnLiquidation, DrawnWall, DrawnZone, Hit } from './hit.ts'
export type { ChartTheme } from './theme.ts'

/** What a row shows: two numbers, one number, or bars of volume. */
export type CellMode = 'bidAsk' | 'delta' | 'volume' | 'trades' | 'profile'
/** Quantities in the base currency (lots) or in the quote currency (price x quantity, exact). */
export type CellUnit = 'base' | 'quote'
/**
 * What the background of a cell shows: each side's own volume in its colour, the row's delta, the row's volume, or
 * nothing.
 */
type CellTint = 'side' | 'delta' | 'volume' | 'none'

/** What is drawn. Every switch in the legend is one of these. */
export interface ChartSettings {
  readonly mode: CellMode
  readonly unit: CellUnit
  readonly tint: CellTint
  readonly layers: {
    readonly candle: boolean
    readonly poc: boolean
    readonly valueArea: boolean
    readonly imbalances: boolean
    readonly stacks: boolean
    readonly zones: boolean
    readonly efforts: boolean
    readonly lastPrice: boolean
  }
  readonly panes: {
    readonly volume: boolean
    readonly cvd: boolean
    readonly statistics: boolean
  }
  /** Columns reserve a lane for overlay marks, right of their cells (`Coordinates.laneOf`). */
  readonly lane?: boolean
  /** Cells and candles; absent: shown. Without them only overlays, zones and the last price are drawn. */
  readonly showBars?: boolean
  /** Cells without numbers let what is behind them show through: a heatmap. Numbers keep their opaque ground. */
  readonly translucentCells?: boolean
  /** Maximum number of live zones drawn, nearest to the price first (IndicatorSettings.zones.maxDrawn). */
  readonly maxZones: number
  /** Cumulative delta as candles (absent), or as a line through the closes (IndicatorSettings.cvd.style). */
  readonly cvdStyle?: 'candles' | 'line'
}

/** Rows of the statistics table, from top to bottom. */
export type StatisticKey = 'volume' | 'delta' | 'deltaPercent' | 'maxDelta' | 'minDelta' | 'trades'

/** Granularity of a time axis label. */
export type TimeLevel = 'year' | 'month' | 'day' | 'minute' | 'second'

/** All text and local-time formatting: the chart itself knows no language or time zone. */
export interface ChartFormat {
  /** Local time minus UTC at `t`, ms: decides where days begin on the axis. */
  zoneOffsetMs(t: number): number
  /** Label of the time axis. */
  timeTick(t: number, level: TimeLevel): string
  /** Label of the crosshair on the time axis. */
  crosshairTime(t: number): string
  /** Label at the right edge of a zone band, e.g. "S 3x tested 2"; empty for none. */
  zoneLabel(zone: DrawnZone): string
  /** Title of a row of the statistics table. */
  statisticTitle(key: StatisticKey): string
  /** Small title inside a pane; empty for none. */
  paneTitle(pane: 'volume' | 'cvd'): string
}

/** Properties of the bars that the chart needs. */
export interface ChartMeta {
  readonly units: InstrumentUnits
}

/** Name of a pane that is added to the chart. */
export type AddedPaneName = `added:${string}`

export type PaneName = 'main' | 'volume' | 'cvd' | 'statistics' | AddedPaneName

/** Crosshair position. Indices refer to `chart.bars()`; the page does the formatting. */
export interface Readout {
  readonly pane: PaneName
  /** Bar under the crosshair. */
  readonly bar: number
  /** Row of the bars' step under the crosshair; null outside the main pane. */
  readonly row: number | null
  /** Price in ticks under the crosshair; null outside the main pane. */
  readonly tick: number | null
  /** Index into the cell columns, -1 if nothing traded. */
  readonly cell: number
  /** CSS px from the container's top left. */
  readonly x: number
  readonly y: number
}

export interface VisibleRange {
  /** Bars at least partly visible, both inclusive; to < from when none is. */
  readonly from: number
  readonly to: number
  /** The newest bar is visible: the viewport follows new bars. */
  readonly atNow: boolean
  /** What the rows can show at this zoom. */
  readonly detail: 'numbers' | 'cells' | 'candles'
  /**
   * 'fit': all visible bars fit; 'readable': rows stay high enough for numbers and follow the price; 'manual': set by
   * the user.
   */
  readonly priceScale: 'fit' | 'readable' | 'manual'
}

/** The area of bars and panes, and which bars it shows. CSS px; positions count bars: i is the left edge of bar i. */
export interface Plot {
  readonly width: number
  readonly height: number
  /** Margin right of the newest bar while it is followed. */
  readonly rightRoom: number
  /** Position of the right edge. */
  readonly right: number
  /** Width of a bar. */
  readonly spacing: number
}

export interface ChartOptions {
  readonly theme: ChartTheme
  readonly settings: ChartSettings
  readonly format: ChartFormat
}

export interface FootprintChart {
  /**
   * Replaces all bars. Pass only bars that may be shown (no lead-in). `view`: 'reset' (default) shows the newest bars
   * at a readable size; 'keep' keeps the visible times and prices (settings changed, older page merged elsewhere).
   */
  setBars(bars: Bars, analysis: Analysis, meta: ChartMeta, view?: 'reset' | 'keep'): void
  /** Replaces the tail from an index: a live frame, a closed bar or a revision. */
  updateBars(update: BarsUpdate): void
  /** Adds older bars before the first without moving the viewport. Deferred until the current gesture ends. */
  prependBars(bars: Bars, analysis: AnalysisUpdate): void
  /** The loaded bars and their analysis: views, valid until the next change. */
  bars(): Bars
  analysis(): Analysis
  setTheme(theme: ChartTheme): void
  setSettings(settings: ChartSettings): void
  setFormat(format: ChartFormat): void
  /** Text under the last price, e.g. the time to the bar's close; null for none. */
  setCountdown(text: string | null): void
  /** Scrolls to the newest bar and makes the price scale automatic again. */
  scrollToNow(): void
  /** Centres the bar that contains or follows `t`. */
  scrollToTime(t: number): void
  /** Shows the loaded bars that start in [from, to), ms, with as few others around them as the minimum zoom allows. */
  showTimes(from: number, to: number): void
  /** Multiplies the width of bars (time) or the height of rows (price) by `factor`, about the middle. */
  zoom(axis: 'time' | 'price', factor: number): void
  /** Resets the price scale to automatic, fitting all visible bars. */
  resetPriceScale(): void
  /** Cycles the price scale: 'fit' to 'readable' and back; 'manual' to 'fit'. */
  nextPriceScale(): void
  visibleRange(): VisibleRange
  /** The plot as the last calls left it, also before the next frame; null without bars or size. */
  plot(): Plot | null
  /** Moves the bars: the right edge of the plot to a position, at a width of bars, as far as zooming allows. */
  movePlot(to: Pick<Plot, 'right' | 'spacing'>): void
  format(): ChartFormat
  /** Each returns a function that unsubscribes. */
  onVisibleRange(listener: (range: VisibleRange) => void): () => void
  /** Called at once when the pointer is on the chart already. */
  onCrosshair(listener: (readout: Readout | null) => void): () => void
  /** Pointer over, or tap on, a mark or band; null when it leaves. */
  onHit(listener: (hit: Hit | null) => void): () => void
  /** Called once per first bar when the left edge is near; `askOlderAgain` re-arms it after a failure. */
  onNeedOlder(listener: (firstT: number) => void): () => void
  askOlderAgain(): void
  /** Redraws everything in the next frame (after fonts load, or to measure a full frame). */
  invalidate(): void
  /** Adds an overlay to the main pane, above those added before; returns a function that removes it. */
  addOverlay(overlay: Overlay): () => void
  /** Requests a full frame because an overlay changed. */
  repaintOverlays(): void
  /** Positions of bars, times and prices in the last frame, device px of the main pane; null before the first. */
  coordinates(): Coordinates | null
  /** The whole chart as one canvas at device resolution, without the crosshair; `ratio`: device px per CSS px. */
  screenshot(): { readonly canvas: HTMLCanvasElement; readonly ratio: number }
  /** Removes all elements, listeners, observers and pending frames. */
  destroy(): void
}
