// Folds depth in a separate thread: trades of other markets do not wait for a minute, an hour or a day of one.
import { serveWork } from '../work-thread.ts'
import { foldRows } from './fold-rows.ts'
import type { FoldedRows, FoldJob } from './fold-rows.ts'

serveWork<FoldJob, FoldedRows>(
  // Small results of zlib lie in a pool, which cannot be moved.
  (job) => foldRows(job).map((row) => ({ ...row, payload: Uint8Array.from(row.payload) })),
  (rows) => rows.map(({ payload }) => payload.buffer as ArrayBuffer),
)
