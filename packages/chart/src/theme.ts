/**
 * Colours by role, never by place. Every value is `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `rgba()`.
 * The page makes them from its CSS tokens; a palette (international, Chinese, colour-blind) is only other values
 * of positive, negative, bid and ask.
 */
export interface ChartTheme {
  /** surface0 is the chart's ground; 1-3 are raised steps (table, labels, hovered cell). Opaque. */
  readonly surface0: string
  readonly surface1: string
  readonly surface2: string
  readonly surface3: string
  readonly border: string
  /** Text by weight: 1 strong, 2 normal, 3 faint. */
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
  /** Families with tabular figures by default; the numbers of a column must not jump. */
  readonly fontFamily: string
}
