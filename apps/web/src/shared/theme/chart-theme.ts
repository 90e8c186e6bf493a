import type { ChartTheme } from '@flowprint/chart'

/** The chart's colours, read from the same tokens as the page's. */
export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    surface0: token('surface-0'),
    surface1: token('surface-1'),
    surface2: token('surface-2'),
    surface3: token('surface-3'),
    border: token('border'),
    text1: token('text-1'),
    text2: token('text-2'),
    text3: token('text-3'),
    brand: token('brand'),
    positive: token('positive'),
    negative: token('negative'),
    warning: token('warning'),
    bid: token('bid'),
    ask: token('ask'),
    poc: token('poc'),
    zoneSupport: token('zone-support'),
    zoneResistance: token('zone-resistance'),
    effort: token('effort'),
    fontFamily: token('font-ui'),
  }
}
