import type { Alert, AlertEvent, Drawing } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import { createTestScope } from '../chart-scopes.ts'
import { readAlertParameter, useAlertRequests } from '../../../src/features/order-flow/model/alert-requests.ts'
import { movedAlerts } from '../../../src/features/order-flow/alerts/alert-calls.ts'
import { DeliveredEvents, isNews } from '../../../src/features/order-flow/alerts/alert-events.ts'
import { selectionOf } from '../../../src/features/order-flow/alerts/chart/alert-marks.ts'
import { thisBrowser } from '../../../src/features/order-flow/alerts/channels/push-client.ts'
import { afterMessage, useMarket } from '../../../src/features/order-flow/model/market-store.ts'
import { readServerMessage } from '../../../src/workers/market-stream.ts'

const at = (id: number, ms = 0) => ({ id, created_at: new Date(ms).toISOString() })

describe('alert events', () => {
  it('are deduplicated across connections', () => {
    const heard = new DeliveredEvents()
    expect([1, 2, 1, 2, 3].map((id) => heard.isNew(at(id)))).toEqual([true, true, false, false, true])
  })

  it('without an id are tests and shown once each', () => {
    const heard = new DeliveredEvents()
    expect([heard.isNew(at(0, 5)), heard.isNew(at(0, 5)), heard.isNew(at(0, 6))]).toEqual([true, false, true])
  })

  it('are remembered up to a limit', () => {
    const heard = new DeliveredEvents()
    for (let id = 1; id <= 501; id++) heard.isNew(at(id))
    expect([heard.isNew(at(501)), heard.isNew(at(2)), heard.isNew(at(1))]).toEqual([false, false, true])
  })

  it('are silent after a minute', () => {
    expect([isNews(at(1, 0), 60_000), isNews(at(1, 0), 60_001)]).toEqual([true, false])
  })

  it('pass through the worker without affecting the chart', () => {
    const message = readServerMessage('{"op":"alert","event":{"id":4}}')
    expect(message).toEqual({ op: 'alert', event: { id: 4 } })
    expect(
      afterMessage(useMarket.of(createTestScope().scope).getState(), { type: 'alert', event: { id: 4 } as AlertEvent }),
    ).toEqual({})
  })
})

describe('the chart of an event', () => {
  const shown = { symbol: 'A:B', cycle: '1h', precision: '5' }
  const precision = (symbol: string) => (symbol === 'X:Y' ? undefined : '7')
  const select = (symbol: string, bar: AlertEvent['bar']) => selectionOf({ symbol, bar, t: 1 }, shown, precision)

  it('is the chart of its bar', () =>
    expect(select('C:D', { t: 1, cycle: '5m', precision: '10' })).toEqual({
      symbol: 'C:D',
      cycle: '5m',
      precision: '10',
    }))
  it('is the current chart when the event has no bar', () => expect(select('A:B', null)).toEqual(shown))
  it('uses the recommended rows when the bar names none', () =>
    expect(select('A:B', { t: 1, cycle: '5m', precision: null })).toEqual({
      symbol: 'A:B',
      cycle: '5m',
      precision: '7',
    }))
  it('is null for an unavailable market', () => expect(select('X:Y', null)).toBeNull())

  it('is read from the URL of a push notification', () => {
    const asked = (search: string) => {
      useAlertRequests.setState({ asked: null })
      readAlertParameter(new URLSearchParams(search))
      return useAlertRequests.getState().asked
    }
    expect(['alert=17', 'alert=0', 'alert=-3', 'alert=1e3', 'symbol=A'].map(asked)).toEqual([
      17,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('alerts on drawings', () => {
  const line = (id: string, price: string): Drawing => ({
    id,
    kind: 'hline',
    points: [{ t: 1, price }],
    colour: '#2f7fd6',
    width: 1,
  })
  const alert = (drawing: Drawing, state: Alert['state'] = 'active', symbol = 'A:B') =>
    ({ symbol, state, rule: { kind: 'drawing', drawing } }) as Alert

  it('update only when their drawing moved', () => {
    const moved = line('a', '2')
    const list = [
      alert(line('a', '1')),
      alert(line('b', '1')),
      alert(line('gone', '1')),
      alert(line('a', '1'), 'done'),
      alert(line('a', '1'), 'active', 'C:D'),
    ]
    expect(movedAlerts(list, 'A:B', [moved, { ...line('b', '1'), colour: '#12996a', width: 3 }])).toEqual([
      { alert: list[0], drawing: moved },
    ])
  })
})

describe('a browser with push notifications', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, macOS'],
    ['curl/8', ''],
  ])('%s is known again', (ua, name) => expect(thisBrowser(ua)).toBe(name))
})
