/** Public interface of the tape: the stored data of every market. */
export type * from './types.ts'
export type * from './depth/types.ts'
export type * from './derivatives/types.ts'
export {
  ConversionRefusedError,
  ProfileTooLargeError,
  ReadTooLargeError,
  ReplicaBehindError,
  TickChangedError,
  TooManyCellsError,
  VersionChangedError,
} from './errors.ts'
export { FencedError } from '../../platform/lease/index.ts'
export { DEPTH_MODES } from './depth/mode.ts'
export type { DepthMode } from './depth/mode.ts'
export { openDepthStore } from './depth/open-depth-store.ts'
export { finestUnit } from './depth/frames.ts'
export { COLUMN_UNITS } from './depth/read-column-parts.ts'
export { openDerivativesStore } from './derivatives/open-derivatives-store.ts'
export { periodJobs } from './maintenance/period-jobs.ts'
export { OVERLOAD } from './depth/read-book.ts'
export { openStore } from './open-store.ts'
export { withFallback } from './read/with-fallback.ts'
export type { OnCommit } from './open-store.ts'
export { ReadBudget } from './read/read-limits.ts'
export { LATE_MS } from './tiers.ts'
export { renewTapes } from './versions/version-rows.ts'
export { recommendJobs } from './maintenance/recommend.ts'
export { partitionJobs } from './maintenance/partitions.ts'
export { retentionJobs } from './maintenance/retention.ts'
