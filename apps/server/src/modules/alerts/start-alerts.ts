import { ALERT_HISTORY_DAYS } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { Post } from '../../platform/outbound/index.ts'
import { scheduleJobs } from '../../platform/jobs/index.ts'
import { MarketHub } from '../market/index.ts'
import type { TapeStore } from '../market/index.ts'
import { startDeliverySender } from './deliver/delivery-sender.ts'
import { loadPushIdentity } from './deliver/push-identity.ts'
import { AlertWorker } from './evaluate/alert-worker.ts'
import { deleteEventsBefore } from './repository/event-rows.ts'

export interface AlertsOptions {
  readonly pool: Pool
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly keys: Keys
  readonly mail: MailQueue
  readonly post: Post
  readonly appUrl: string
  readonly freeDelayMs: number
}

/** Evaluates alerts and sends their notifications, in the worker role. Returns the stop function. */
export function startAlerts(options: AlertsOptions): () => Promise<void> {
  const { pool, store, bus, clock, log } = options
  const sender = startDeliverySender({ ...options, identity: () => loadPushIdentity(options) })
  const worker = new AlertWorker({
    ...options,
    hub: new MarketHub({ store, bus, clock, log }),
    onEvents: () => sender.poll(),
  })
  const stopJobs = scheduleJobs(
    [{ name: 'old alerts', run: () => deleteEventsBefore(pool, clock.now() - ALERT_HISTORY_DAYS * 86_400_000) }],
    log,
  )
  return async () => {
    await stopJobs()
    await worker.stop()
    await sender.stop()
  }
}
