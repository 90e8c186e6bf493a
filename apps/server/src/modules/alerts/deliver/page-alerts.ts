import type { AlertEvent, PushPayload } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Language } from '@flowprint/i18n'
import { sayAlert, sayTest } from '@flowprint/i18n/mail'
import { listen } from '../../../platform/database/index.ts'
import type { Listening, Queryable } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { QueueState } from '../../../platform/metrics/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { findEvent } from '../queries/event-rows.ts'

const CHANNEL = 'flowprint_alerts'
/** Max alerts that are loaded for pages at once; pages find further ones in their history. */
const MAX_LOADING = 500

/** Notifies every process with open pages: `event` is the id of an event, 0 for a test. */
export async function notifyPages(client: Queryable, accountId: number, event: number, now: number): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, `${accountId} ${event} ${now}`])
}

type Listener = (event: AlertEvent) => void

/** Publishes alerts to the open pages of this process, by account. */
export interface PageAlerts {
  /** Returns the unsubscribe function. */
  listen(accountId: number, listener: Listener): () => void
  queue(): QueueState
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
  let loading = 0
  let dropped = 0

  async function pass(payload: string): Promise<void> {
    const [accountId, eventId, at] = payload.split(' ').map(Number)
    if (!listeners.has(accountId)) return
    if (loading >= MAX_LOADING) {
      dropped += 1
      return
    }
    loading += 1
    try {
      const event = eventId === 0 ? testEventOf(at) : (await findEvent(pool, eventId))?.event
      if (event !== undefined) for (const listener of listeners.get(accountId) ?? []) listener(event)
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'an alert could not be sent to pages')
    } finally {
      loading -= 1
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
    queue: () => ({ queue: 'page_alerts', size: loading, bound: MAX_LOADING, overflows: dropped }),
    async stop() {
      await listening?.stop()
    },
  }
}

/** Title and text of an event. */
export function wordsOf(
  language: Language,
  { symbol, name, bar, facts }: AlertEvent,
): { readonly title: string; readonly body: string } {
  return sayAlert(language, { symbol, name, cycle: bar?.cycle ?? null, facts })
}

/** Path of the chart page at the event's bar. */
export function pathOf({ id, symbol, bar }: Pick<AlertEvent, 'id' | 'symbol' | 'bar'>): string {
  const asked = new URLSearchParams({
    symbol,
    ...(bar === null ? {} : { cycle: bar.cycle, ...(bar.precision === null ? {} : { precision: bar.precision }) }),
    alert: String(id),
  })
  return `/order?${asked}`
}

export function pushOf(language: Language, event: AlertEvent): PushPayload {
  return {
    id: event.id,
    kind: event.rule.kind,
    ...wordsOf(language, event),
    url: pathOf(event),
    tag: `alert-${event.id}`,
  }
}

export function testPushOf(language: Language, at: number): PushPayload {
  return { id: 0, kind: 'test', ...sayTest(language), url: '/order', tag: `test-${at}` }
}

/** Body of a webhook: the event as in the history, without its deliveries, plus its title and text. */
export function webhookBodyOf(language: Language, event: AlertEvent): string {
  const { deliveries: _deliveries, sound: _sound, ...rest } = event
  return JSON.stringify({ type: 'alert', ...rest, ...wordsOf(language, event) })
}

export const testWebhookBodyOf = (language: Language, at: number): string =>
  JSON.stringify({ type: 'test', id: 0, created_at: new Date(at).toISOString(), ...sayTest(language) })

/** Test event for open pages; not in the history. */
function testEventOf(at: number): AlertEvent {
  return {
    id: 0,
    alert_id: null,
    name: '',
    symbol: 'TEST',
    rule: { kind: 'price', price: '0', direction: 'either' },
    facts: { kind: 'price', level: '0', before: '0', price: '0', direction: 'up' },
    t: at,
    bar: null,
    sound: 'bell',
    created_at: new Date(at).toISOString(),
    deliveries: [],
  }
}
