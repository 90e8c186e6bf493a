/** The only door of the backfill: what exchanges publish of the past, into the tape. */
export { BACKFILL_USAGE, parseBackfillArguments, type BackfillArguments } from './arguments.ts'
export { BackfillError } from './errors.ts'
export { makeBackfillReporter } from './reporter.ts'
export { runBackfill } from './run-backfill.ts'
export { startBackfill, type Backfill } from './start-backfill.ts'
export type { StartBackfillOptions } from './venue-worker.ts'
