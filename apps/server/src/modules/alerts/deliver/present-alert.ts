import type { AlertEvent, PushPayload } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { sayAlert, sayTest } from '@flowprint/i18n/mail'

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
export function testEventOf(at: number): AlertEvent {
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
