import type { BigTrade, Effort, Signal, Wall, Zone } from '@flowprint/orderflow'

/** A zone band on the chart: live zones of one side that overlap or touch form one band (INDICATORS 7). */
export interface DrawnZone {
  readonly side: Zone['side']
  /** Rows, both inclusive. */
  readonly lowRow: number
  readonly highRow: number
  /** t of the earliest member's birth. */
  readonly born: number
  /** t of the bar that ended it, null while any member is live. */
  readonly ended: number | null
  /** Highest test count of a member. */
  readonly tests: number
  /** Sum of the members' strengths. */
  readonly strength: number
  readonly state: Zone['state']
  readonly members: readonly Zone[]
}

/** A liquidation that is marked on the chart. */
export interface DrawnLiquidation {
  /** Identifies it in its market. */
  readonly seq: number
  /** Exchange time, ms. */
  readonly t: number
  /** Price of the order in ticks, possibly between two of them. */
  readonly tick: number
  /** Quantity or value, > 0, in any unit. */
  readonly size: number
  /** A long position was closed by a sell; false: a short one by a buy. */
  readonly isLong: boolean
}

/** A wall of the order book as it is drawn. */
export interface DrawnWall extends Wall {
  /** Length of the intervals of its times, ms. */
  readonly intervalMs: number
  /** Ticks per row. */
  readonly step: number
  /** Unit of its quantities, decimal text. */
  readonly qtyUnit: string
}

/** A mark or band under the pointer, for tooltips; x and y are the anchor in CSS px from the container. */
export type Hit =
  | { readonly kind: 'effort'; readonly effort: Effort; readonly x: number; readonly y: number }
  | { readonly kind: 'zone'; readonly zone: DrawnZone; readonly x: number; readonly y: number }
  | { readonly kind: 'wall'; readonly wall: DrawnWall; readonly x: number; readonly y: number }
  | { readonly kind: 'signal'; readonly signal: Signal; readonly x: number; readonly y: number }
  | { readonly kind: 'bigTrade'; readonly trade: BigTrade; readonly x: number; readonly y: number }
  | { readonly kind: 'liquidation'; readonly liquidation: DrawnLiquidation; readonly x: number; readonly y: number }
