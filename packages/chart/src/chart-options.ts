import { ColorType, CrosshairMode, LineStyle } from 'lightweight-charts'
import type { ChartOptionsImpl, DeepPartial, IChartApiBase, PriceFormatCustom } from 'lightweight-charts'
import type { ChartTheme } from './api.ts'
import type { PriceText } from './format/number-text.ts'
import { columnParts } from './layout/columns.ts'
import { numberPadding } from './layout/detail.ts'
import type { Scene } from './renderers/scene.ts'

/** Font size of the axes, CSS px. */
const AXIS_FONT = 11
/** Narrower charts (CSS px) start with smaller numbers and a smaller right margin, so that several bars fit. */
const PHONE_WIDTH = 520

export function isPhoneWidth(width: number): boolean {
  return width < PHONE_WIDTH
}

/** Minimum bar width, CSS px. */
export const MIN_SPACING = 0.8

/** Options that never change. Library gestures that move prices are disabled; ours replace them. */
export function fixedOptions(): DeepPartial<ChartOptionsImpl<number>> {
  return {
    autoSize: false,
    hoveredSeriesOnTop: false,
    layout: { attributionLogo: false, fontSize: AXIS_FONT, panes: { enableResize: true } },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { width: 1, style: LineStyle.SparseDotted },
      horzLine: { width: 1, style: LineStyle.SparseDotted },
    },
    rightPriceScale: {
      autoScale: true,
      scaleMargins: { top: 0, bottom: 0 },
      entireTextOnly: true,
      ticksVisible: false,
    },
    timeScale: {
      minBarSpacing: MIN_SPACING,
      timeVisible: true,
      secondsVisible: true,
      ticksVisible: false,
      allowBoldLabels: false,
    },
    handleScroll: { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: true },
    handleScale: {
      mouseWheel: true,
      pinch: false,
      axisPressedMouseMove: { time: true, price: false },
      axisDoubleClickReset: { time: true, price: false },
    },
  } as DeepPartial<ChartOptionsImpl<number>>
}

/** Converts the theme to library options. */
function themeOptions(theme: ChartTheme, axisWidth: number): DeepPartial<ChartOptionsImpl<number>> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: theme.surface0 },
      textColor: theme.text2,
      fontFamily: theme.fontFamily,
      panes: { separatorColor: theme.border, separatorHoverColor: theme.surface3 },
    },
    crosshair: {
      vertLine: { color: theme.text3, labelBackgroundColor: theme.surface3 },
      horzLine: { color: theme.text3, labelBackgroundColor: theme.surface3 },
    },
    rightPriceScale: { borderColor: theme.border, minimumWidth: axisWidth },
    timeScale: { borderColor: theme.border },
  } as DeepPartial<ChartOptionsImpl<number>>
}

/** Font size that the first view aims for, and its minimum column width, CSS px. */
const READABLE_FONT = 11.2
const SMALL_FONT = 8.4
const MIN_COLUMN = 56
const MIN_SMALL_COLUMN = 40
const PROFILE_COLUMN = 92
/** Padding of the titles of the statistics table, CSS px. */
const TITLE_ROOM = 16
/** Padding of a price on the axis, CSS px: same as the library's. */
const PRICE_ROOM = 22

/** Applies the theme and the price axis width to the library. */
export function applyTheme(
  chart: IChartApiBase<number>,
  root: HTMLElement,
  theme: ChartTheme,
  axisWidth: number,
): void {
  chart.applyOptions(themeOptions(theme, axisWidth))
  root.style.background = theme.surface0
}

/** Width of the price axis, CSS px: fits a price and the given titles of the statistics table. */
export function axisWidth(theme: ChartTheme, titles: readonly string[], price: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = `${AXIS_FONT}px ${theme.fontFamily}`
  const ofTitles = titles.map((title) => context.measureText(title).width + TITLE_ROOM)
  return Math.ceil(Math.max(context.measureText(price).width + PRICE_ROOM, ...ofTitles))
}

/** Column width, CSS px, at which the chart's numbers are readable. */
export function readableColumn(scene: Scene, width: number): number {
  const small = isPhoneWidth(width)
  const halves = scene.settings.mode === 'bidAsk' ? 2 : 1
  const sample = small ? MIN_COLUMN - 1 : 100
  const parts = columnParts(sample, 1, scene.settings.layers, scene.settings.lane)
  const margins = sample - (parts.cellsRight - parts.cellsLeft)
  const number = scene.strength.needed[small ? 3 : 5] * scene.fonts.digit + numberPadding(sample)
  // A profile is primarily graphical: its bars need length in addition to the number.
  const min = small ? MIN_SMALL_COLUMN : scene.settings.mode === 'profile' ? PROFILE_COLUMN : MIN_COLUMN
  return Math.max(min, margins + halves * number * (small ? SMALL_FONT : READABLE_FONT))
}

/** Price format of the axis: doubles for positions, exact text from whole ticks. */
export function priceFormat(price: () => PriceText | null): PriceFormatCustom {
  return {
    type: 'custom',
    minMove: price()?.tick ?? 0.01,
    base: price()?.base ?? 100,
    formatter: (value: number) => {
      const known = price()
      return known === null ? '' : known.text(known.ticksAt(value))
    },
  }
}
