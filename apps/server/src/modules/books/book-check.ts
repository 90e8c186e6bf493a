/** One invariant and the query that finds violations. */
export interface BookCheck {
  /** Number of the invariant in docs/decisions/promotion.md. */
  readonly rule: string
  /** What is wrong with each row that the query returns. */
  readonly fault: string
  /** Returns the violations in one column `id`; no rows if the invariant holds. */
  readonly sql: string
}
