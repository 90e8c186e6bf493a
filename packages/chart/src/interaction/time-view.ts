import type { IChartApiBase, Logical } from 'lightweight-charts'
import { lowerBoundT } from '@flowprint/orderflow'
import type { Plot } from '../api.ts'
import type { ColumnScale } from '../layout/columns.ts'
import { isPhoneWidth, MIN_SPACING } from '../chart-options.ts'
import { columnLeft, columnsWithin } from '../layout/columns.ts'
import type { BarStore } from '../model/bar-store.ts'

/** Margin right of the newest bar for labels, CSS px; smaller on a phone, where bars need the space. */
const RIGHT_ROOM = 84
const PHONE_RIGHT_ROOM = 8
/** Older bars are requested when fewer than this many bars, or less than half a screen, remain on the left. */
const LEFT_BARS = 40
/** Minimum bars on the screen; the library limits zooming out. */
const MIN_BARS = 2

/** A saved time position, in bars of the library's axis. */
interface SavedView {
  readonly spacing: number
  /** Start of the bar nearest to the right edge, and the number of bars between it and the edge. */
  readonly t: number
  readonly right: number
}

/** The time axis: visible range, column positions, and moves that are not the library's own gestures. */
export class TimeView {
  readonly #chart: IChartApiBase<number>
  readonly #store: () => BarStore

  /** Range requested in this frame: the library applies it in the next one. */
  #sent: { from: number; to: number } | null = null

  constructor(chart: IChartApiBase<number>, store: () => BarStore) {
    this.#chart = chart
    this.#store = store
  }

  get width(): number {
    return this.#chart.timeScale().width()
  }

  /** Columns in device px; null while the axis is empty. */
  columns(ratio: number): ColumnScale | null {
    const scale = this.#chart.timeScale()
    const store = this.#store()
    const anchor = store.base
    const x0 = scale.logicalToCoordinate((anchor - store.firstSequence) as Logical)
    const x1 = scale.logicalToCoordinate((anchor - store.firstSequence + 1) as Logical)
    if (x0 === null || x1 === null || !(x1 > x0)) return null
    // Round off subtraction noise, which would look like a zoom.
    const spacing = Math.round((x1 - x0) * ratio * 1e6) / 1e6
    return { spacing, anchor, origin: Math.round((x0 + 0.5) * ratio - spacing / 2) }
  }

  /** Visible bars, indices, both inclusive; bars with less than `insetCss` px in view are excluded. */
  visible(insetCss = 0): { from: number; to: number } {
    const store = this.#store()
    const columns = this.columns(1)
    if (columns === null || store.length === 0) return { from: 0, to: -1 }
    const { from, to } = columnsWithin(columns, insetCss, this.width - insetCss)
    return { from: Math.max(0, from - store.firstSequence), to: Math.min(store.length - 1, to - store.firstSequence) }
  }

  /** Bars that fit the width. */
  shownBars(): number {
    const columns = this.columns(1)
    return columns === null ? 0 : this.width / columns.spacing
  }

  isNearOldest(): boolean {
    const { from, to } = this.visible()
    return from < Math.max(LEFT_BARS, (to - from + 1) / 2)
  }

  /** Shows the newest bars at that column width (CSS px), or wider if there are fewer bars. */
  showNewest(columnCss: number): void {
    const scale = this.#chart.timeScale()
    const width = this.width
    if (width <= 0) {
      scale.applyOptions({ barSpacing: columnCss, rightOffset: 1 })
      return
    }
    scale.applyOptions({ barSpacing: columnCss, rightOffset: this.#rightBars(columnCss) })
  }

  scrollToNewest(): void {
    const columns = this.columns(1)
    if (columns === null) return
    this.#show(this.#store().length - 1 + this.#rightBars(columns.spacing))
  }

  scrollToOldest(): void {
    this.#show(this.shownBars() - 1.5)
  }

  centreTime(t: number): void {
    const bars = this.#store().bars()
    if (bars.length > 0) this.#centre(Math.min(bars.length - 1, lowerBoundT(bars, t)))
  }

  /** Fills the width with the loaded bars that start in [from, to). */
  showTimes(from: number, to: number): void {
    const bars = this.#store().bars()
    const first = lowerBoundT(bars, from)
    const count = Math.max(MIN_BARS, Math.min(lowerBoundT(bars, to) - first, this.width / MIN_SPACING))
    if (bars.length > 0 && first < bars.length && this.width > 0) this.#send(first, first + count - 1)
  }

  #centre(index: number): void {
    // The library measures to the right edge of a column.
    this.#show(index + this.shownBars() / 2 - 0.5)
  }

  moveBy(bars: number): void {
    const range = this.#range()
    if (range !== null) this.#show(range.to + bars, this.width / (range.to - range.from + 1))
  }

  /** Scales column widths by `factor`, with the position x (CSS px of the pane) fixed. */
  zoom(factor: number, x: number): void {
    const range = this.#range()
    if (range === null || !(this.width > 0)) return
    const bars = range.to - range.from + 1
    const least = MIN_BARS
    const most = this.width / MIN_SPACING
    const wanted = Math.min(most, Math.max(least, bars / factor))
    const share = Math.min(1, Math.max(0, x / this.width))
    // The library measures from the middle of the first bar's column to the middle of the last one's.
    const at = range.from - 0.5 + share * bars
    const from = at - share * wanted
    this.#send(from + 0.5, from + wanted - 0.5)
  }

  /** Zooms about the newest bar if it is visible, else about the middle. */
  zoomSteady(factor: number): void {
    const columns = this.columns(1)
    const store = this.#store()
    if (columns === null) return
    const now = columnLeft(columns, store.firstSequence + store.length)
    this.zoom(factor, now > 0 && now <= this.width ? now : this.width / 2)
  }

  plot(height: number): Plot | null {
    const range = this.#range()
    const { width, rightRoom } = this
    // The library counts from the middle of the first bar's column to the middle of the last one's.
    return range !== null && width > 0
      ? { width, height, rightRoom, right: range.to + 1, spacing: width / (range.to - range.from + 1) }
      : null
  }

  movePlot({ right, spacing }: Pick<Plot, 'right' | 'spacing'>): void {
    this.#show(right - 1, spacing)
  }

  savePosition(): SavedView | null {
    const range = this.#range()
    const columns = this.columns(1)
    const store = this.#store()
    if (range === null || columns === null || store.length === 0) return null
    const nearest = Math.max(0, Math.min(store.length - 1, Math.round(range.to)))
    return { spacing: columns.spacing, t: store.bars().t[nearest], right: range.to - nearest }
  }

  /** Restores a position from `savePosition` in other data: the bar at or before the same time at the same position. */
  restore(saved: SavedView): void {
    const { t, length } = this.#store().bars()
    let index = length - 1
    while (index > 0 && t[index] > saved.t) index -= 1
    this.#chart.timeScale().applyOptions({ barSpacing: saved.spacing })
    this.#show(index + saved.right, saved.spacing)
  }

  /** Margin right of the newest bar, CSS px. */
  get rightRoom(): number {
    return isPhoneWidth(this.width) ? PHONE_RIGHT_ROOM : RIGHT_ROOM
  }

  #rightBars(columnCss: number): number {
    return this.rightRoom / columnCss
  }

  /** Shows the current number of bars (or as many as fit that spacing), with the right edge at logical `to`. */
  #show(to: number, spacing?: number): void {
    const bars = spacing === undefined ? this.shownBars() : this.width / spacing
    if (bars > 0) this.#send(to - bars + 1, to)
  }

  #range(): { from: number; to: number } | null {
    return this.#sent ?? this.#chart.timeScale().getVisibleLogicalRange()
  }

  #send(from: number, to: number): void {
    if (this.#sent === null) requestAnimationFrame(() => (this.#sent = null))
    this.#sent = { from, to }
    this.#chart.timeScale().setVisibleLogicalRange({ from: from as Logical, to: to as Logical })
  }
}
