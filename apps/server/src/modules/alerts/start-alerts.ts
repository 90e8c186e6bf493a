import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { MarketHub } from '../market/index.ts'
import type { TapeStore } from '../market/index.ts'
import { AlertWorker } from './evaluate/alert-worker.ts'

export interface AlertsOptions {
  readonly pool: Pool
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly freeDelayMs: number
}

/** Evaluates alerts, in the worker role. Returns the stop function. */
export function startAlerts(options: AlertsOptions): () => Promise<void> {
  const { store, bus, clock, log } = options
  const worker = new AlertWorker({ ...options, hub: new MarketHub({ store, bus, clock, log }) })
  return () => worker.stop()
}
