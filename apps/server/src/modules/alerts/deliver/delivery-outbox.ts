import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Outbox } from '../../../platform/jobs/index.ts'
import {
  closeDelivery,
  DELIVERY_TASK,
  enqueueDueDeliveries,
  leaseDelivery,
  postponeDelivery,
} from '../queries/delivery-rows.ts'
import type { LeasedDelivery } from '../queries/delivery-rows.ts'
import { findEvent } from '../queries/event-rows.ts'
import { findOwners } from '../queries/alerts-of.ts'
import { deliverAlert } from './deliver-alert.ts'
import type { DeliverOptions } from './deliver-alert.ts'
import { decideRetry, TOO_OLD_MS } from './send.ts'
import type { Outcome } from './send.ts'

export interface DeliveryOutboxOptions extends DeliverOptions {
  readonly clock: Clock
  readonly log: Log
}

/** Max concurrent deliveries, so that slow receivers do not delay the others. */
const PARALLEL = 8
const ERROR_LENGTH = 300

/** The outbox of alert notifications; receivers deduplicate by the event id. */
export function createDeliveryOutbox(options: DeliveryOutboxOptions): Outbox {
  const { pool, clock } = options
  return {
    task: DELIVERY_TASK,
    concurrency: PARALLEL,
    enqueueDue: () => enqueueDueDeliveries(pool, clock.now()),
    async attempt(id) {
      const taken = await leaseDelivery(pool, id, clock.now())
      if (taken === null) return false
      await attempt(taken, options)
      return true
    },
  }
}

async function attempt(taken: LeasedDelivery, options: DeliveryOutboxOptions): Promise<void> {
  const { pool, clock, log } = options
  const now = clock.now()
  const close = (status: 'sent' | 'dead' | 'skipped', reason: string | null): Promise<void> =>
    closeDelivery(pool, taken, status, clock.now(), reason)
  if (now - taken.createdAt > TOO_OLD_MS) return close('dead', 'too old')
  const found = await findEvent(pool, taken.eventId)
  const owner = (await findOwners(pool, [taken.accountId], now)).get(taken.accountId)
  if (found === null || owner === undefined) return close('skipped', 'no recipient')
  const outcome: Outcome = await deliverAlert(options, { taken, event: found.event, owner, now })
  if (outcome.kind === 'sent') return close('sent', null)
  const reason = outcome.reason.slice(0, ERROR_LENGTH)
  if (outcome.kind === 'skipped') return close('skipped', reason)
  const failedAt = clock.now()
  const retryAt =
    outcome.kind === 'refused' ? null : decideRetry(taken.attempts, taken.createdAt, failedAt, outcome.retryAfterMs)
  log.info(
    { delivery: taken.id, channel: taken.channel, attempt: taken.attempts, reason },
    'an alert could not be delivered',
  )
  if (retryAt === null) return close('dead', reason)
  return postponeDelivery(pool, taken, failedAt, retryAt, reason)
}
