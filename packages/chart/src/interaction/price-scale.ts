import { autoRowPx, centred, containing, marginPx, MAX_PARTIAL_ROW, outside, recentSpan } from '../layout/auto-scale.ts'
import type { AutoFit, RowSpan } from '../layout/auto-scale.ts'
import { highRow, lowRow, rowAt, scaleAbout, scaleThrough, snapRowPx, tickRange } from '../layout/vertical.ts'
import type { RowScale } from '../layout/vertical.ts'
import { differs } from '../panes/pane-host.ts'
import type { PixelRatio } from '../panes/pane-host.ts'
import type { Scene } from '../renderers/scene.ts'
import type { TimeView } from './time-view.ts'

/**
 * Column widths within this tolerance (device px) count as the same zoom: the library recomputes widths from ranges.
 */
const SAME_COLUMN = 0.01

/** Input from which the price scale computes its range. */
export interface PriceScaleInput {
  /** Visible bars, indices, both inclusive; to < from for none. */
  readonly from: number
  readonly to: number
  readonly heightPx: number
  readonly columnPx: number
  readonly ratio: number
  readonly step: number
  readonly spanOf: (bar: number) => RowSpan
  /** Row of the newest visible close. */
  readonly focusRow: number
}

/** Minimum column width (CSS px) at which rows keep their height while panning. */
const STEADY_COLUMN = 44
/** Fitted bars are moved or rescaled when one comes this close to an edge of the pane, CSS px. */
const EDGE = 6
/** A refit that would enlarge rows by less than this factor is deferred until the next zoom. */
const GROWTH_IGNORED = 1.3

/**
 * The price scale: automatic until the user changes it. Automatic means all visible bars, or readable rows around the
 * newest visible price. It replaces the library's scale because rows need whole heights and stable positions; the
 * library only receives the resulting range.
 */
export class PriceScale {
  mode: 'auto' | 'manual' = 'auto'
  #prefer: AutoFit = 'fit'
  #rows: RowScale | null = null
  #heightPx = 0
  #columnPx = 0
  #ratio = 0
  #refit = true
  #frozen = false

  /** Row positions; null before the first data. */
  get rows(): RowScale | null {
    return this.#rows
  }

  /** Preference of the automatic scale. */
  get prefer(): AutoFit {
    return this.#prefer
  }

  /** Recomputes the range on every update until `settle`: new data, scroll to now, or another preference. */
  reset(prefer: AutoFit = this.#prefer): void {
    this.mode = 'auto'
    this.#prefer = prefer
    this.#refit = true
    this.#frozen = false
  }

  /** The time axis has reached its target: from here on the range only follows it. */
  settle(): void {
    this.#frozen = false
    if (this.#rows !== null) this.#refit = false
  }

  /**
   * The bars of the same market were replaced: prices keep their positions until `settle`, although the row step may
   * change and the time axis may pass through intermediate positions.
   */
  keepPrices(oldStep: number, newStep: number): void {
    if (this.#rows === null) return
    if (oldStep === newStep) {
      this.#frozen = true
      return
    }
    const middle = this.#heightPx / 2
    const row = (rowAt(this.#rows, middle) * oldStep) / newStep
    this.#rows = scaleThrough((this.#rows.rowPx * newStep) / oldStep, row, middle)
    if (this.mode === 'auto') this.#refit = true
  }

  /** Updates the rows and returns the prices, in ticks, at the bottom and top line. */
  range(input: PriceScaleInput): { low: number; high: number } | null {
    if (input.heightPx <= 0) return null
    this.#setRatio(input.ratio)
    this.#follow(input)
    return this.#rows === null ? null : tickRange(this.#rows, input.heightPx, input.step)
  }

  /** Switches to manual and moves everything by device px. */
  moveBy(from: RowScale, dyPx: number): void {
    this.mode = 'manual'
    this.#rows = { rowPx: from.rowPx, origin: from.origin + Math.round(dyPx) }
  }

  /** Switches to manual and scales rows by `factor`, with the row at device y `about` fixed. */
  zoomAbout(from: RowScale, factor: number, about: number): void {
    this.mode = 'manual'
    this.#rows = scaleAbout(from, from.rowPx * factor, about)
  }

  /** Changes the device px per CSS px: rows keep their height in CSS px, and the middle of the pane keeps its price. */
  #setRatio(ratio: number): void {
    if (this.#rows !== null && differs(ratio, this.#ratio)) {
      const factor = ratio / this.#ratio
      const row = rowAt(this.#rows, this.#heightPx / 2)
      this.#heightPx *= factor
      this.#columnPx *= factor
      this.#rows = scaleThrough(this.#rows.rowPx * factor, row, this.#heightPx / 2)
    }
    this.#ratio = ratio
  }

  #follow(input: PriceScaleInput): void {
    if (this.#frozen && this.#rows !== null) return
    const resized = input.heightPx !== this.#heightPx
    const zoomed = Math.abs(input.columnPx - this.#columnPx) > SAME_COLUMN
    if (this.#rows !== null && resized && this.#heightPx > 0) {
      this.#rows = {
        rowPx: this.#rows.rowPx,
        origin: Math.round(this.#rows.origin + (input.heightPx - this.#heightPx) / 2),
      }
    }
    this.#heightPx = input.heightPx
    this.#columnPx = input.columnPx
    if (input.to < input.from || (this.mode === 'manual' && this.#rows !== null)) return
    const whole = wholeSpan(input)
    const fitted = this.#fit(input, whole)
    const steady = input.columnPx / input.ratio >= STEADY_COLUMN
    if (this.#rows === null || this.#refit || !steady) {
      this.#rows = this.#centre(input, whole, fitted)
      return
    }
    const held = this.#rows.rowPx
    // The margins leave space for new prices, so that not every new high or low moves the chart.
    const isInView = this.#prefer === 'fit' && covers(this.#rows, whole, input.heightPx, EDGE * input.ratio)
    if (isInView && !resized && !zoomed && fitted <= held * GROWTH_IGNORED) return
    if (resized || zoomed || fitted < held || fitted > held * GROWTH_IGNORED) {
      if (fitted !== held) this.#rows = scaleAbout(this.#rows, fitted, this.#anchor(input, whole, fitted))
    }
    this.#rows = containing(
      this.#rows,
      this.#wantedSpan(input, whole, this.#rows.rowPx),
      input.focusRow,
      input.heightPx,
      input.ratio,
    )
  }

  /** Row height for all visible bars; if only some fit readably, for the newest that do. */
  #fit(input: PriceScaleInput, whole: RowSpan): number {
    const { heightPx, columnPx, ratio } = input
    const least = autoRowPx(whole, heightPx, columnPx, ratio, this.#prefer)
    const wanted = this.#wantedSpan(input, whole, least)
    if (wanted === whole) return least
    return snapRowPx(
      Math.min(autoRowPx(wanted, heightPx, columnPx, ratio, this.#prefer), Math.max(least, MAX_PARTIAL_ROW * ratio)),
    )
  }

  /** The fixed point while the row height changes: the newest close if visible, else the middle. */
  #anchor(input: PriceScaleInput, whole: RowSpan, rowPx: number): number {
    const rows = this.#rows
    if (rows === null || (whole.high - whole.low + 1) * rowPx <= input.heightPx) return input.heightPx / 2
    const focus = { low: input.focusRow, high: input.focusRow }
    return outside(rows, focus, input.heightPx) ? input.heightPx / 2 : rows.origin - (input.focusRow + 0.5) * rows.rowPx
  }

  #centre(input: PriceScaleInput, whole: RowSpan, rowPx: number): RowScale {
    const span = this.#wantedSpan(input, whole, rowPx)
    const scale = centred(span, rowPx, input.heightPx)
    if (span === whole) return scale
    return containing(scale, { low: input.focusRow, high: input.focusRow }, input.focusRow, input.heightPx, input.ratio)
  }

  /** All visible bars if they fit or are preferred, else the newest ones that fit. */
  #wantedSpan(input: PriceScaleInput, whole: RowSpan, rowPx: number): RowSpan {
    if (this.#prefer === 'fit') return whole
    const room = (input.heightPx - 2 * marginPx(input.heightPx, input.ratio)) / rowPx
    if (whole.high - whole.low + 1 <= room) return whole
    return recentSpan(input.spanOf, input.from, input.to, room)
  }
}

/** Whether a span of rows is within the pane, at least `edge` device px from its edges. */
function covers(rows: RowScale, span: RowSpan, heightPx: number, edge: number): boolean {
  return rowAt(rows, edge) >= span.high + 1 && rowAt(rows, heightPx - edge) <= span.low
}

function wholeSpan({ from, to, spanOf }: PriceScaleInput): RowSpan {
  let low = Infinity
  let high = -Infinity
  for (let i = from; i <= to; i++) {
    const span = spanOf(i)
    if (span.low < low) low = span.low
    if (span.high > high) high = span.high
  }
  return { low, high }
}

/** Bars with less than this in view (CSS px) are ignored for the range. */
const SLIVER = 2

/** Price range of the main pane in ticks; null while there is nothing to show. `heightCss`: height of the pane. */
export function computeMainPriceRange({
  scene,
  time,
  scale,
  heightCss,
  pixelRatio,
}: {
  scene: Scene | null
  time: TimeView
  scale: PriceScale
  heightCss: number
  pixelRatio: PixelRatio
}): { low: number; high: number } | null {
  const ratio = pixelRatio.value
  const columns = time.columns(ratio)
  if (scene === null || columns === null) return null
  const { from, to } = time.visible(SLIVER)
  const { bars } = scene
  const range = scale.range({
    from,
    to,
    ratio,
    heightPx: Math.round(heightCss * ratio),
    columnPx: columns.spacing,
    step: bars.step,
    spanOf: (bar) => ({ low: lowRow(bars, bar), high: highRow(bars, bar) }),
    focusRow: to >= from ? Math.floor(bars.close[to] / bars.step) : 0,
  })
  const { tick } = scene.price
  return range === null ? null : { low: range.low * tick, high: range.high * tick }
}
