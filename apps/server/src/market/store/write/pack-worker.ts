// Packs trades in a thread, so that a large import uses two cores. Started by trade-packer.ts.
import { serveWork } from '../work-thread.ts'
import { packTrades } from './trade-packer.ts'
import type { PackedTrades, PackJob } from './trade-packer.ts'

serveWork<PackJob, PackedTrades>(
  ({ trades, withSweeps }) => packTrades(trades, withSweeps),
  ({ payload, sweeps }) => [payload.buffer, ...(sweeps === null ? [] : [sweeps.buffer])],
)
