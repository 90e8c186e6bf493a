import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { closeDelivery, postponeDelivery, takeDelivery } from '../repository/delivery-rows.ts'
import type { TakenDelivery } from '../repository/delivery-rows.ts'
import { findEvent } from '../repository/event-rows.ts'
import { findOwners } from '../repository/owner-rows.ts'
import { deliverAlert } from './deliver-alert.ts'
import type { DeliverDeps } from './deliver-alert.ts'
import { decideRetry, TOO_OLD_MS } from './retry.ts'
import type { Outcome } from './retry.ts'

export interface SenderOptions extends DeliverDeps {
  readonly clock: Clock
  readonly log: Log
  /** ms between two looks at what is due; Infinity = only when told to. */
  readonly lookEveryMs?: number
}

export interface DeliverySender {
  /** Sends everything that is due now; returns how many attempts that were. */
  sendDue(): Promise<number>
  /** Looks at once. */
  poke(): void
  /** Waits for those on their way. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1000
/** A receiver that is slow must not hold up the others. */
const PARALLEL = 8
const ERROR_LENGTH = 300

/**
 * Sends what alerts have to tell, beside any number of others who do: each delivery is taken by one, tried, then marked. Who is
 * killed in between leaves it taken; another one takes it up after the lease, and the receiver knows it by its number.
 */
export function startDeliverySender(options: SenderOptions): DeliverySender {
  let stopped = false
  let running: Promise<number> | null = null
  let again = false

  async function sendDue(): Promise<number> {
    const counts = await Promise.all(Array.from({ length: PARALLEL }, sendOneByOne))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async function sendOneByOne(): Promise<number> {
    let count = 0
    while (!stopped) {
      const taken = await takeDelivery(options.pool, options.clock.now())
      if (taken === null) break
      count++
      await attempt(taken, options)
    }
    return count
  }

  function poke(): void {
    again = running !== null
    // What fails here is the database; the next look asks again.
    running ??= sendDue()
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'alerts could not be delivered now')
        return 0
      })
      .finally(() => {
        running = null
        if (again && !stopped) poke()
      })
  }
  const { lookEveryMs = LOOK_EVERY_MS } = options
  const timer = lookEveryMs === Infinity ? undefined : setInterval(poke, lookEveryMs).unref()

  return {
    sendDue,
    poke,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function attempt(taken: TakenDelivery, options: SenderOptions): Promise<void> {
  const { pool, clock, log } = options
  const now = clock.now()
  const close = (status: 'sent' | 'dead' | 'skipped', reason: string | null): Promise<void> => closeDelivery(pool, taken, status, clock.now(), reason)
  if (now - taken.createdAt > TOO_OLD_MS) return close('dead', 'too old')
  const found = await findEvent(pool, taken.eventId)
  const owner = (await findOwners(pool, [taken.accountId], now)).get(taken.accountId)
  if (found === null || owner === undefined) return close('skipped', 'nobody to tell')
  const outcome: Outcome = await deliverAlert(options, { taken, event: found.event, owner, now })
  if (outcome.kind === 'sent') return close('sent', null)
  const reason = outcome.reason.slice(0, ERROR_LENGTH)
  if (outcome.kind === 'skipped') return close('skipped', reason)
  const retryAt = outcome.kind === 'refused' ? null : decideRetry(taken.attempts, taken.createdAt, clock.now(), outcome.retryAfterMs)
  log.info({ delivery: taken.id, channel: taken.channel, attempt: taken.attempts, reason }, 'an alert could not be delivered')
  if (retryAt === null) return close('dead', reason)
  return postponeDelivery(pool, taken, retryAt, reason)
}
