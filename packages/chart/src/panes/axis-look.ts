import type { IChartApiBase, PriceFormatCustom } from 'lightweight-charts'
import type { ChartTheme } from '../api.ts'
import { AXIS_FONT, themeOptions } from '../chart-options.ts'
import type { PriceText } from '../format/price-text.ts'
import { columnParts } from '../layout/columns.ts'
import { NUMBER_PADDING } from '../layout/detail.ts'
import { STATISTICS } from '../layout/statistic-fit.ts'
import type { Scene } from '../renderers/scene.ts'
import type { ChartFormat } from '../api.ts'

/** Size of the numbers the first view makes room for, and the narrowest column it takes, CSS px. */
const READABLE_FONT = 11.2
const SMALL_FONT = 9.6
const LEAST_COLUMN = 56
const PROFILE_COLUMN = 92
/** Narrower charts (phones) begin with smaller numbers, so that some bars fit. */
const SMALL_WIDTH = 520
/** Room beside the titles of the statistics table, CSS px. */
const TITLE_ROOM = 16

/** Gives the library the theme, and an axis wide enough for the titles of the statistics table. */
export function applyTheme(chart: IChartApiBase<number>, root: HTMLElement, theme: ChartTheme, format: ChartFormat): void {
  chart.applyOptions(themeOptions(theme, axisWidth(theme, format)))
  root.style.background = theme.surface0
}

function axisWidth(theme: ChartTheme, format: ChartFormat): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = `${AXIS_FONT}px ${theme.fontFamily}`
  const widths = STATISTICS.map((key) => context.measureText(format.statisticTitle(key)).width)
  return Math.ceil(Math.max(...widths)) + TITLE_ROOM
}

/** Width of a column, CSS px, in which the chart's numbers are well read. */
export function readableColumn(scene: Scene, width: number): number {
  const small = width < SMALL_WIDTH
  const halves = scene.settings.mode === 'bidAsk' ? 2 : 1
  const parts = columnParts(100, 1, scene.settings.layers, scene.settings.lane)
  const beside = 100 - (parts.cellsRight - parts.cellsLeft)
  const number = scene.strength.needed[small ? 4 : 5] * scene.fonts.digit + NUMBER_PADDING
  // a profile is a picture first: its bars need length beside the number
  const least = scene.settings.mode === 'profile' && !small ? PROFILE_COLUMN : LEAST_COLUMN
  return Math.max(least, beside + halves * number * (small ? SMALL_FONT : READABLE_FONT))
}

/** Prices on the axis: doubles for places, exact text from whole ticks. */
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
