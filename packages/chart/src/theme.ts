/**
 * Colours by role, not by place. Every value is `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `rgba()`. The page builds
 * them from its CSS tokens; a palette (international, Chinese, colour-blind) only changes the values of positive,
 * negative, bid and ask.
 */
export interface ChartTheme {
  /** surface0 is the chart's background; 1-3 are raised steps (table, labels, hovered cell). Opaque. */
  readonly surface0: string
  readonly surface1: string
  readonly surface2: string
  readonly surface3: string
  readonly border: string
  /** Text by emphasis: 1 strong, 2 normal, 3 faint. */
  readonly text1: string
  readonly text2: string
  readonly text3: string
  readonly brand: string
  /** Up and down: candle stem, delta, volume, CVD. */
  readonly positive: string
  readonly negative: string
  readonly warning: string
  /** Aggressive sells and aggressive buys: cells, imbalances, stacks. */
  readonly bid: string
  readonly ask: string
  readonly poc: string
  readonly zoneSupport: string
  readonly zoneResistance: string
  readonly effort: string
  /** Font families with tabular figures by default, so that numbers in a column line up. */
  readonly fontFamily: string
}
