import type { ChartOptionsImpl, DeepPartial } from 'lightweight-charts'
import { ColorType, CrosshairMode, LineStyle } from 'lightweight-charts'
import type { ChartTheme } from './api.ts'

/** Font size of the axes, CSS px. */
export const AXIS_FONT = 11
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
export function themeOptions(theme: ChartTheme, axisWidth: number): DeepPartial<ChartOptionsImpl<number>> {
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
