import { ALERT_HISTORY_DAYS } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import { EVERY_TEN_MINUTES } from '../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../platform/jobs/index.ts'
import type { Outbox } from '../../platform/outbox/index.ts'
import { createDeliveryOutbox } from './deliver/delivery-outbox.ts'
import type { DeliveryOutboxOptions } from './deliver/delivery-outbox.ts'
import { loadPushIdentity } from './deliver/push-identity.ts'
import { deleteEventsBefore } from './repository/event-rows.ts'

/** The outbox of notifications of alerts that fired. */
export const createAlertOutbox = (options: Omit<DeliveryOutboxOptions, 'identity'>): Outbox =>
  createDeliveryOutbox({ ...options, identity: () => loadPushIdentity(options) })

export const deleteOldEvents = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): ScheduledJob => ({
  name: 'old_alerts',
  cron: EVERY_TEN_MINUTES,
  run: () => deleteEventsBefore(pool, clock.now() - ALERT_HISTORY_DAYS * 86_400_000),
})
