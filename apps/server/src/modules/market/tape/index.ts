/** The only door of the tape: what is stored of every market, and how it is read and written. */
export type * from './types.ts'
export {
  ConversionRefusedError,
  FencedError,
  ProfileTooLargeError,
  ReadTooLargeError,
  TickChangedError,
  TooManyCellsError,
  VersionChangedError,
} from './errors.ts'
export { openStore } from './open-store.ts'
export { ReadBudget } from './read-budget.ts'
export { LATE_MS } from './tiers.ts'
export { renewTapes } from './renew-tapes.ts'
