import type { Analysis, Bars, InstrumentUnits, Signals, Zone } from '@flowprint/orderflow'
import type { DrawnZone, Hit } from './hit.ts'
import type { Overlay } from './overlay/overlay.ts'
import type { Places } from './overlay/places.ts'
import type { ChartTheme } from './theme.ts'

export type { DrawnZone, Hit } from './hit.ts'
export type { ChartTheme } from './theme.ts'

/** What a row shows: two numbers, one number, or bars of volume. */
export type CellMode = 'bidAsk' | 'delta' | 'volume' | 'trades' | 'profile'
/** Quantities in the base currency (lots) or in the quote currency (price x quantity, exact). */
export type CellUnit = 'base' | 'quote'
/**
 * What the ground of a cell says: each side's own volume in its colour, the row's delta, the row's volume, nothing.
 */
export type CellTint = 'side' | 'delta' | 'volume' | 'none'

/** What is drawn; every switch of the legend is one of these. */
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
  /** Columns keep room for marks of overlays right of their cells (`Places.laneOf`). */
  readonly lane?: boolean
  /** Live zones drawn at most, the nearest to price first (IndicatorSettings.zones.maxDrawn). */
  readonly maxZones: number
  /** Cumulative delta as candles (absent), or as a line through the closes (IndicatorSettings.cvd.style). */
  readonly cvdStyle?: 'candles' | 'line'
}

/** Rows of the statistics table, from top to bottom. */
export type StatisticKey = 'volume' | 'delta' | 'deltaPercent' | 'maxDelta' | 'minDelta' | 'trades'

/** How much of a time a label on the axis says. */
export type TimeLevel = 'year' | 'month' | 'day' | 'minute' | 'second'

/** All words and all local time: the chart knows neither a language nor a time zone. */
export interface ChartFormat {
  /** Local time minus UTC at `t`, ms: decides where days begin on the axis. */
  zoneOffsetMs(t: number): number
  /** Label of the time axis. */
  timeTick(t: number, level: TimeLevel): string
  /** Label of the crosshair on the time axis. */
  crosshairTime(t: number): string
  /** Label at the right edge of a band, e.g. "S 3x tested 2"; empty for none. */
  zoneLabel(zone: DrawnZone): string
  /** Title of a row of the statistics table. */
  statisticTitle(key: StatisticKey): string
  /** Small title inside a pane; empty for none. */
  paneTitle(pane: 'volume' | 'cvd'): string
}

/** What the chart must know about the bars it is given. */
export interface ChartMeta {
  readonly units: InstrumentUnits
}

/** A page of bars or a replaced tail. Per-bar columns of `analysis` have the length of `bars`, cellFlags its cells. */
export interface ChartUpdate {
  /** Index of the first replaced bar: everything from it on is replaced by `bars`. */
  readonly from: number
  readonly bars: Bars
  /**
   * Of the same bars. `efforts` and `stacks`: those with t >= bars.t[0]. `zones` and `signals`: the whole lists of the
   * chart, or null where they did not change since the last call (they change only when bars close).
   */
  readonly analysis: Omit<Analysis, 'zones' | 'signals'> & {
    readonly zones: readonly Zone[] | null
    readonly signals: Signals | null
  }
}

export type PaneName = 'main' | 'volume' | 'cvd' | 'statistics'

/** Where the crosshair is. Indices point into `chart.bars()`; the page formats. */
export interface Readout {
  readonly pane: PaneName
  /** Bar under the crosshair. */
  readonly bar: number
  /** Row of the bars' step under the crosshair; null outside the main pane. */
  readonly row: number | null
  /** Price in ticks under the crosshair; null outside the main pane. */
  readonly tick: number | null
  /** Index into the cell columns, -1 where nothing traded. */
  readonly cell: number
  /** CSS px from the container's top left. */
  readonly x: number
  readonly y: number
}

export interface VisibleRange {
  /** Bars at least partly visible, both inclusive; to < from when none is. */
  readonly from: number
  readonly to: number
  /** The newest bar is on the screen: new bars are followed. */
  readonly atNow: boolean
  /** What the rows can show at this zoom. */
  readonly detail: 'numbers' | 'cells' | 'candles'
  /** 'fit': every visible bar is in view; 'readable': rows keep room for numbers and follow price; 'manual': the user's. */
  readonly priceScale: 'fit' | 'readable' | 'manual'
}

export interface ChartOptions {
  readonly theme: ChartTheme
  readonly settings: ChartSettings
  readonly format: ChartFormat
}

export interface FootprintChart {
  /**
   * Replaces everything. Give only bars that may be seen (no lead-in). `view`: 'reset' (default) shows the newest
   * bars readably; 'keep' leaves the eye on the same times and prices (settings changed, older page merged elsewhere).
   */
  setBars(bars: Bars, analysis: Analysis, meta: ChartMeta, view?: 'reset' | 'keep'): void
  /** A live frame, a closed bar, a revision: replaces the tail from an index. */
  updateBars(update: ChartUpdate): void
  /** Older bars before the first; the picture stays still. Waits for the end of a gesture. */
  prependBars(bars: Bars, analysis: ChartUpdate['analysis']): void
  /** The loaded bars and what the indicators say: views, valid until the next change. */
  bars(): Bars
  analysis(): Analysis
  setTheme(theme: ChartTheme): void
  setSettings(settings: ChartSettings): void
  setFormat(format: ChartFormat): void
  /** Text under the last price, e.g. the time to the bar's close; null for none. */
  setCountdown(text: string | null): void
  /** To the newest bar, price scale automatic again. */
  scrollToNow(): void
  /** Brings the bar that holds or follows `t` to the middle. */
  scrollToTime(t: number): void
  /** Shows the bars that start in [from, to), ms, and as little beside them as there is room for; of those that are loaded. */
  showTimes(from: number, to: number): void
  /** Multiplies the width of bars (time) or the height of rows (price) by `factor`, about the middle. */
  zoom(axis: 'time' | 'price', factor: number): void
  /** Back to the automatic price scale that fits all visible bars. */
  resetPriceScale(): void
  /** From fitting all visible bars to readable rows and back; from a manual scale to fitting. */
  nextPriceScale(): void
  visibleRange(): VisibleRange
  /** Each returns the function that ends the subscription. */
  onVisibleRange(listener: (range: VisibleRange) => void): () => void
  onCrosshair(listener: (readout: Readout | null) => void): () => void
  /** Pointer over, or tap on, a mark or band; null when it left. */
  onHit(listener: (hit: Hit | null) => void): () => void
  /** Called once for each first bar when the left edge comes near; `askOlderAgain` re-arms after a failure. */
  onNeedOlder(listener: (firstT: number) => void): () => void
  askOlderAgain(): void
  /** Draws everything anew in the next frame (fonts arrived, a measurement wants a whole frame). */
  invalidate(): void
  /** Adds a picture to the main pane, above those added before; returns what removes it. */
  addOverlay(overlay: Overlay): () => void
  /** An overlay has something else to show: a whole frame. */
  repaintOverlays(): void
  /** Where bars, times and prices lay in the last frame, device px of the main pane; null before the first. */
  places(): Places | null
  /** The whole chart as one canvas at device resolution, without the crosshair; `ratio`: its px per CSS px. */
  screenshot(): { readonly canvas: HTMLCanvasElement; readonly ratio: number }
  /** Removes everything: elements, listeners, observers, pending frames. */
  destroy(): void
}
