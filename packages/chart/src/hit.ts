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
