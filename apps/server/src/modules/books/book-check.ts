/** One thing that must hold. */
export interface BookCheck {
  /** The invariant, as docs/decisions/promotion.md counts them. */
  readonly rule: string
  /** What is wrong with each row found. */
  readonly says: string
  /** Finds what is wrong: one column `id`, no rows where all is well. */
  readonly sql: string
}
