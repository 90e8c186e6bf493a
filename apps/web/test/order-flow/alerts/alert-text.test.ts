import { ALERT_DRAWINGS, ALERT_KINDS, type AlertFacts, type AlertRule, type Drawing } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import {
  ALERT_DRAWING_KINDS,
  eventText,
  ruleText,
  whyText,
} from '../../../src/features/order-flow/alerts/alert-text.ts'
import { speak } from './words.ts'

const FACTS: readonly AlertFacts[] = [
  { kind: 'price', level: '95000.0', before: '94990.0', price: '95010.0', direction: 'up' },
  { kind: 'drawing', drawing_id: 'x', drawing_kind: 'trend', price: '95010.0' },
  {
    kind: 'zone',
    event: 'touched',
    zone_kind: 'stack',
    side: 'support',
    low: '94000.0',
    high: '94050.0',
    born: 0,
    tests: 2,
    strength: 3.14159,
    close: '94060.0',
  },
  { kind: 'stack', side: 'sell', low: '94000.0', high: '94050.0', rows: 5, volume: '1234.500' },
  {
    kind: 'effort',
    side: 'bearish',
    score: 2,
    rel_volume: 3.26,
    delta_share: 0.414,
    progress: 0.1,
    close_location: 0.2,
    level: '94100.0',
  },
  { kind: 'delta', delta: '-1520.5', at_least: '1500' },
  { kind: 'volume', volume: '1520.5', at_least: '1500' },
  {
    kind: 'big_trade',
    side: 'buy',
    notional: '1234567.8',
    volume: '13',
    first: '94000.0',
    last: '94010.0',
    trades: 12,
    threshold: '500000',
  },
  {
    kind: 'wall',
    event: 'pulled',
    side: 'bid',
    low: '94000.0',
    high: '94010.0',
    born: 0,
    quantity: '3',
    max_quantity: '1500',
    filled: '20',
    pulled: '1480',
    tests: 1,
  },
  {
    kind: 'book_imbalance',
    side: 'ask',
    imbalance: -0.625,
    at_least: '0.6',
    seconds: 10,
    best_bid: '94000.0',
    best_ask: '94000.1',
  },
  { kind: 'resting', event: 'stacked', side: 'ask', volume: '1234', at_least: '1000' },
  {
    kind: 'liquidation',
    position: 'long',
    value: '1234567.8',
    at_least: '1000000',
    seconds: 60,
    completeness: 'lower bound',
    count: 3,
    largest_price: '93990.0',
  },
  {
    kind: 'scanner',
    close: '94060.5',
    values: [
      { column: 'relative_volume', value: '3.25' },
      { column: 'delta_share', value: '-41.5' },
    ],
  },
]

describe('why an alert fired', () => {
  it('is formatted in English with its numbers', async () => {
    const t = await speak('en')
    expect(FACTS.map((facts) => whyText(t, facts))).toEqual([
      'Price crossed above 95000.0, traded at 95010.0',
      'Price touched the trend line, traded at 95010.0',
      'Stacked support 94000.0–94050.0 was touched and held, test 2, close 94060.0',
      'Sell imbalances stacked over 5 rows, 94000.0–94050.0, volume 1,234.5',
      'Bearish effort without reward at 94100.0: 3.3 times the usual volume, delta 41%',
      'Delta reached -1,520.5, set to 1,500',
      'Volume reached 1,520.5, set to 1,500',
      'Big buy of 1,234,567.8, 94000.0 → 94010.0, 12 trades',
      'Bid wall 94000.0–94010.0 was pulled: at least 1,480 withdrawn, largest size 1,500',
      'Book imbalance -0.63 for 10 s, bid 94000.0, ask 94000.1',
      'Ask: at least 1,234 stacked, set to 1,000',
      'Longs liquidated: ≥ 1,234,567.8 in 60 s, 3 orders, largest at 93990.0',
      'Matches the scan: Rel. volume 3.25, Delta share % -41.5; close 94,060.5',
    ])
  })

  it('is formatted in Chinese for every kind without open placeholders', async () => {
    const t = await speak('zh')
    expect(FACTS.map(({ kind }) => kind)).toEqual(ALERT_KINDS)
    for (const facts of FACTS) expect(whyText(t, facts)).toMatch(/^[^{}]*[\u4e00-\u9fff][^{}]*$/)
  })

  it('names the owner and the market; marks tests', async () => {
    const t = await speak('en')
    expect(eventText(t, { id: 4, name: 'Breakout', facts: FACTS[0] }, 'BTC/USD').title).toBe('Breakout · BTC/USD')
    expect(eventText(t, { id: 4, name: '', facts: FACTS[0] }, 'BTC/USD').title).toBe('BTC/USD')
    expect(eventText(t, { id: 0, name: '', facts: FACTS[0] }, 'TEST').text).toBe(
      'Test alert: open pages receive alerts',
    )
  })

  it('shows the raw name of an unknown kind of zone or drawing', async () => {
    const t = await speak('en')
    expect(whyText(t, { kind: 'drawing', drawing_id: 'x', drawing_kind: 'fan', price: '1' })).toBe(
      'Price touched fan, traded at 1',
    )
  })
})

describe('the condition of an alert', () => {
  const drawing: Drawing = {
    id: '6f0c1d2e-0000-4000-8000-000000000001',
    kind: 'rect',
    points: [
      { t: 0, price: '1' },
      { t: 1, price: '2' },
    ],
    colour: '#2f7fd6',
    width: 1,
  }
  const study = { cycle: '5m', precision: '10' }
  const rules: readonly AlertRule[] = [
    { kind: 'price', price: '95000', direction: 'down' },
    { kind: 'drawing', drawing },
    { kind: 'zone', events: ['born', 'broken'], side: 'resistance', ...study },
    { kind: 'stack', side: 'buy', min_rows: 4, ...study },
    { kind: 'effort', side: 'either', ...study },
    { kind: 'delta', side: 'sell', at_least: '1500', cycle: '1h' },
    { kind: 'volume', at_least: '1500', cycle: '1h' },
    { kind: 'big_trade', side: 'either', at_least: '500000' },
  ]

  it('is one line, with the cycle for bar rules', async () => {
    const t = await speak('en')
    expect(rules.map((rule) => ruleText(t, rule, (cycle) => cycle.toUpperCase()))).toEqual([
      'Price crosses below 95000',
      'Price touches the rectangle 1 → 2',
      '5M · Resistance appears, broken',
      '5M · Buy imbalances stacked ≥ 4 rows',
      '5M · Effort without reward',
      '1H · Delta ≤ −1,500',
      '1H · Volume ≥ 1,500',
      'Big trade ≥ 500,000',
    ])
  })

  it('supports the drawings that the server accepts', () => expect(ALERT_DRAWING_KINDS).toEqual(ALERT_DRAWINGS))
})
