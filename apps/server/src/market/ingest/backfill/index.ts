/** Public interface of the backfill: imports published history of exchanges into the tape. */
export { BACKFILL_USAGE, parseBackfillArguments, type BackfillArguments } from './arguments.ts'
export { BackfillError } from './errors.ts'
export { makeBackfillReporter } from './reporter.ts'
export { runBackfill } from './run-backfill.ts'
export { startBackfill, type Backfill } from './start-backfill.ts'
export type { StartBackfillOptions } from './venue-worker.ts'
