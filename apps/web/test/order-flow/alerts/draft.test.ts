import { type Alert, CHART_ALERT_KINDS, type ChartAlertKind, type Drawing } from '@flowprint/contract'
import { decodeSettings, DEFAULT_SETTINGS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import {
  type AlertContext,
  type AlertDraft,
  draftFaults,
  draftOf,
  expiryOf,
  newDraft,
  saveBody,
  tidyAmount,
} from '../../../src/features/order-flow/alerts/form/draft.ts'
import { twoDigits, usualSizes } from '../../../src/features/order-flow/alerts/form/usual-sizes.ts'
import { formatDateTimeField } from '../../../src/shared/format/time.ts'

const NOW = Date.UTC(2026, 0, 5, 12)
const LINE: Drawing = {
  id: '6f0c1d2e-0000-4000-8000-000000000001',
  kind: 'hline',
  points: [{ t: NOW, price: '94000.0' }],
  colour: '#2f7fd6',
  width: 1,
}
const CONTEXT: AlertContext = {
  symbol: 'DEMO:BTCUSD',
  cycle: '5m',
  precision: '10',
  settings: DEFAULT_SETTINGS,
  price: '94000.0',
  sizes: { delta: '12', volume: '300', big_trade: '500000' },
  sound: 'bell',
}
/** The fields the contract accepts for each kind. */
const FIELDS: Record<ChartAlertKind, string[]> = {
  price: ['direction', 'kind', 'price'],
  drawing: ['drawing', 'kind'],
  zone: ['cycle', 'events', 'kind', 'precision', 'side'],
  stack: ['cycle', 'kind', 'min_rows', 'precision', 'side'],
  effort: ['cycle', 'kind', 'precision', 'side'],
  delta: ['at_least', 'cycle', 'kind', 'side'],
  volume: ['at_least', 'cycle', 'kind'],
  big_trade: ['at_least', 'kind', 'side'],
  wall: ['distance', 'events', 'kind', 'ratio', 'side'],
  book_imbalance: ['at_least', 'distance', 'kind', 'seconds', 'side'],
  resting: ['at_least', 'cycle', 'event', 'kind', 'side'],
  liquidation: ['at_least', 'kind', 'seconds', 'side'],
}
const draft = (changes: Partial<AlertDraft> = {}): AlertDraft => ({ ...newDraft(CONTEXT, LINE), ...changes })
const faults = (changes: Partial<AlertDraft>) => draftFaults(draft(changes), '0.1', NOW, true)
const asAlert = (body: ReturnType<typeof saveBody>): Alert => ({
  ...body,
  id: 7,
  version: 3,
  state: 'active',
  fired: 0,
  last_fired_at: null,
  created_at: '2026-01-05T00:00:00Z',
  updated_at: '2026-01-05T00:00:00Z',
})

describe('the form of an alert', () => {
  it('starts with the price of the chart or the requested drawing', () => {
    expect(newDraft(CONTEXT)).toMatchObject({ kind: 'price', price: '94000.0', channels: ['page'], repeat: 'once' })
    expect(newDraft(CONTEXT, LINE)).toMatchObject({ kind: 'drawing', drawing: LINE })
  })

  it.each(CHART_ALERT_KINDS)('of kind %s has no faults as it begins, and its body carries its rule alone', (kind) => {
    expect(faults({ kind })).toEqual({})
    const body = saveBody(draft({ kind }), NOW, true)
    expect(body).toMatchObject({ symbol: 'DEMO:BTCUSD', enabled: true, rule: { kind } })
    expect(Object.keys(body.rule).sort()).toEqual(FIELDS[kind])
  })

  it.each(CHART_ALERT_KINDS)('of kind %s says after saving and opening what it said before', (kind) => {
    const typed = draft({
      kind,
      direction: 'up',
      events: ['born'],
      zoneSide: 'support',
      zoneKinds: ['effort'],
      rows: '5',
      side: 'sell',
      effortSide: 'bearish',
      wallEvents: ['pulled'],
      bookSide: 'bid',
      ratio: '4.5',
      wallSize: '12',
      distance: '50',
      imbalance: '0.7',
      duration: '30',
      liquidationSide: 'long',
      liquidationSize: '250000',
      liquidationSeconds: 300,
      restingEvent: 'stacked',
      restingSize: '9',
      repeat: 'bar',
      cooldown: 300,
      cycle: '1h',
      precision: '20',
      name: 'Mine',
      channels: ['mail'],
      sound: 'siren',
      expiry: 'own',
      expiresAt: '2026-02-01T08:30',
    })
    const body = saveBody(typed, NOW, true)
    const opened = draftOf(asAlert(body), CONTEXT, (ms) => formatDateTimeField(ms, true))
    expect({ ...saveBody(opened, NOW, true), id: undefined, version: undefined }).toEqual({
      ...body,
      id: undefined,
      version: undefined,
    })
    expect(saveBody(opened, NOW, true)).toMatchObject({ id: 7, version: 3 })
  })

  it('reports errors only for fields of its kind', () => {
    const wrong: Partial<AlertDraft> = {
      price: '94000.05',
      drawing: null,
      events: [],
      zoneKinds: [],
      rows: '1',
      sizes: { delta: '0', volume: 'x', big_trade: '' },
      wallEvents: [],
      ratio: '1.9',
      wallSize: '0',
      distance: '0.05',
      imbalance: '1.1',
      duration: '0',
      restingSize: 'x',
      liquidationSize: '-1',
    }
    const named: Record<ChartAlertKind, object> = {
      price: { price: 'tick' },
      drawing: { drawing: 'drawing' },
      zone: { events: 'events', zoneKinds: 'kinds' },
      stack: { rows: 'rows' },
      effort: {},
      delta: { size: 'positive' },
      volume: { size: 'number' },
      big_trade: { size: 'number' },
      wall: { events: 'events', ratio: 'ratio', size: 'positive', distance: 'tick' },
      book_imbalance: { imbalance: 'share', duration: 'duration', distance: 'tick' },
      resting: { size: 'number' },
      liquidation: { size: 'number' },
    }
    for (const kind of CHART_ALERT_KINDS) expect(faults({ ...wrong, kind }), kind).toEqual(named[kind])
  })

  it('accepts multiples of the tick in any notation', () => {
    expect(
      ['94000', '94,000.1', ' 94 000,1 ', '094000.10', '1e5', '-3', ''].map(
        (price) => faults({ kind: 'price', price }).price,
      ),
    ).toEqual([undefined, 'number', undefined, undefined, 'number', 'number', 'number'])
    expect(['0094,5', '.5', '7.'].map(tidyAmount)).toEqual(['94.5', '0.5', '7'])
  })

  it('expires in the future, in the time zone of the page', () => {
    expect(faults({ expiry: 'own', expiresAt: '' })).toEqual({ expiry: 'expiry' })
    expect(faults({ expiry: 'own', expiresAt: '2026-01-05T12:00' })).toEqual({ expiry: 'expiry' })
    expect(faults({ expiry: 'own', expiresAt: '2026-01-05T12:01' })).toEqual({})
    expect(expiryOf({ expiry: 'week', expiresAt: '' }, NOW, true)).toBe(NOW + 7 * 86_400_000)
    for (const isUtc of [true, false])
      expect(expiryOf({ expiry: 'own', expiresAt: formatDateTimeField(NOW, isUtc) }, NOW, isUtc)).toBe(NOW)
  })

  it('sends study settings only when they differ from the defaults', () => {
    const usual = saveBody(draft({ kind: 'effort' }), NOW, true).rule
    expect(usual).not.toHaveProperty('settings')
    const { rule } = saveBody(draft({ kind: 'zone', zoneKinds: ['cluster'] }), NOW, true)
    expect(rule.kind === 'zone' && decodeSettings(rule.settings ?? '').zones.kinds).toEqual({
      stack: false,
      effort: false,
      cluster: true,
      unfinished: false,
      nakedPoc: false,
    })
  })

  it('sends a cooldown only for repeating alerts, and the cycle only for bar rules', () => {
    expect(saveBody(draft({ kind: 'price', repeat: 'once', cooldown: 300 }), NOW, true)).toMatchObject({
      cooldown: 0,
      rule: { kind: 'price' },
    })
    expect(saveBody(draft({ kind: 'price', repeat: 'once' }), NOW, true).rule).not.toHaveProperty('cycle')
    expect(saveBody(draft({ kind: 'price', repeat: 'bar' }), NOW, true).rule).toMatchObject({ cycle: '5m' })
  })

  it('keeps a paused alert paused and restarts a finished one', () => {
    const alert = asAlert(saveBody(draft(), NOW, true))
    const opened = (state: Alert['state']) => saveBody(draftOf({ ...alert, state }, CONTEXT, String), NOW, true).enabled
    expect([opened('paused'), opened('done'), opened('active')]).toEqual([false, true, true])
  })
})

describe('default sizes of a new alert', () => {
  const units = { tickSize: '0.1', lotSize: '0.001' }
  const bars = (bid: number[], ask: number[]) => ({
    length: bid.length,
    bid: Float64Array.from(bid),
    ask: Float64Array.from(ask),
  })

  it('are twice the mean of the closed bars, without the open one', () => {
    expect(
      usualSizes(bars([1000, 3000, 9e9], [2000, 1000, 0]), units, { show: true, showLong: false, size: '0' }, []),
    ).toEqual({ volume: '7', delta: '3', big_trade: '100000' })
  })

  it('use the size of big trades from the chart settings', () => {
    expect(usualSizes(bars([], []), units, { show: true, showLong: false, size: '250000' }, [])).toEqual({
      volume: '1',
      delta: '1',
      big_trade: '250000',
    })
  })

  it('are plain decimals of two digits', () => {
    expect([12_345, 99.6, 1.26, 0.01234, 3e-9, 0, Number.NaN, 4.2e21].map(twoDigits)).toEqual([
      '12000',
      '100',
      '1.3',
      '0.012',
      '0.000000003',
      '1',
      '1',
      '4200000000000000000000',
    ])
  })
})
