import type { AlertEvent } from '@flowprint/contract'
import type { Pool } from 'pg'
import { listen } from '../../../platform/database/index.ts'
import type { Listening, Queryable } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { findEvent } from '../repository/event-rows.ts'
import { testEventOf } from './present-alert.ts'

const CHANNEL = 'flowprint_alerts'

/** Notifies every process with open pages: `event` is the id of an event, 0 for a test. */
export async function notifyPages(client: Queryable, accountId: number, event: number, now: number): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, `${accountId} ${event} ${now}`])
}

type Listener = (event: AlertEvent) => void

/** Publishes alerts to the open pages of this process, by account. */
export interface PageAlerts {
  /** Returns the unsubscribe function. */
  listen(accountId: number, listener: Listener): () => void
  stop(): Promise<void>
}

/**
 * Listens while a page is open. Notifications missed while the database connection was lost are not repeated: pages
 * load the history instead.
 */
export function createPageAlerts({
  pool,
  url,
  log,
}: {
  readonly pool: Pool
  readonly url: string
  readonly log: Log
}): PageAlerts {
  const listeners = new Map<number, Set<Listener>>()
  let listening: Listening | null = null

  async function pass(payload: string): Promise<void> {
    const [accountId, eventId, at] = payload.split(' ').map(Number)
    if (!listeners.has(accountId)) return
    try {
      const event = eventId === 0 ? testEventOf(at) : (await findEvent(pool, eventId))?.event
      if (event !== undefined) for (const listener of listeners.get(accountId) ?? []) listener(event)
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'an alert could not be sent to pages')
    }
  }

  return {
    listen(accountId, listener) {
      listening ??= listen({
        url,
        channel: CHANNEL,
        onNotification: (payload) => void pass(payload),
        onFailure: (error) => log.warn({ error: messageOf(error) }, 'alerts cannot be sent to pages, will retry'),
      })
      const set = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(accountId) === set) listeners.delete(accountId)
      }
    },
    async stop() {
      await listening?.stop()
    },
  }
}
