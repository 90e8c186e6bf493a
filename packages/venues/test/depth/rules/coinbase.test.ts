import { readShared, sharedFiles } from '@flowprint/testkit'
import { describe, expect, test } from 'vitest'
import { CoinbaseBookRule } from '../../../src/depth/rules/coinbase.ts'
import { sessionsOf } from '../../live/venues/support/recorded.ts'
import { linesOf, readMessages, RuleRecord } from './rule-record.ts'

const SENT = '2026-08-09T21:05:48.483587501Z'
const T = Date.parse('2026-08-09T21:05:48.170Z')

type Level = readonly [side: string, price: string, qty: string, time?: string]

function updates(levels: readonly Level[]): object[] {
  return levels.map(([side, price, qty, time = '2026-08-09T21:05:48.170326Z']) => ({
    side,
    event_time: time,
    price_level: price,
    new_quantity: qty,
  }))
}

function book(sequence: number, levels: readonly Level[], type = 'update', product = 'BTC-USD'): object {
  const events = [{ type, product_id: product, updates: updates(levels) }]
  return { channel: 'l2_data', timestamp: SENT, sequence_num: sequence, events }
}

function heartbeat(sequence: number): object {
  return { channel: 'heartbeats', timestamp: SENT, sequence_num: sequence, events: [{ heartbeat_counter: 139_651 }] }
}

const SNAPSHOT = book(
  3,
  [
    ['bid', '65083.66', '0.20371215'],
    ['bid', '65083.2', '1.50'],
    ['offer', '65086.18', '0.1'],
  ],
  'snapshot',
)

function read(...messages: (object | string)[]): RuleRecord {
  return readMessages(new CoinbaseBookRule({ marketId: 'BTC-USD' }), messages)
}

describe('CoinbaseBookRule', () => {
  test('starts with the snapshot, wherever the connection stands, and keeps every digit', () => {
    const record = read(SNAPSHOT)
    expect(record.notes).toEqual(['snapshot'])
    expect(record.times).toEqual([T])
    expect(record.shown('bids')).toEqual(['65083.66 x 0.20371215', '65083.2 x 1.50'])
    expect(record.shown('asks')).toEqual(['65086.18 x 0.1'])
    expect(new CoinbaseBookRule({ marketId: 'BTC-USD' }).proof).toBe('proven')
  })

  test('ignores updates before the snapshot', () => {
    expect(read(book(2, [['bid', '1', '1']]), SNAPSHOT).notes).toEqual(['ignored', 'snapshot'])
  })

  test('counts heartbeats and confirmations of the connection', () => {
    const confirmation = { channel: 'subscriptions', timestamp: SENT, sequence_num: 5, events: [{ subscriptions: {} }] }
    const record = read(SNAPSHOT, heartbeat(4), confirmation, book(6, [['bid', '65083.66', '0']]))
    expect(record.notes).toEqual(['snapshot', 'ignored', 'ignored', 'changes'])
    expect(record.shown('bids')).toEqual(['65083.2 x 1.50'])
  })

  test('loses the book at a gap, whatever the message after it is', () => {
    expect(read(SNAPSHOT, book(5, [])).notes).toEqual(['snapshot', 'lost: gap: message 5 does not follow 3'])
    expect(read(SNAPSHOT, heartbeat(5)).notes).toEqual(['snapshot', 'lost: gap: message 5 does not follow 3'])
    const other = book(5, [['bid', '1900', '1']], 'update', 'ETH-USD')
    expect(read(SNAPSHOT, other).notes).toEqual(['snapshot', 'lost: gap: message 5 does not follow 3'])
  })

  test('loses the book at a gap before the snapshot too', () => {
    expect(read(heartbeat(0), heartbeat(2)).notes).toEqual(['ignored', 'lost: gap: message 2 does not follow 0'])
  })

  test('ignores repeated and older messages', () => {
    const update = book(4, [['offer', '65086.18', '0.3']])
    const old = book(2, [['offer', '65086.18', '0.9']])
    const record = read(SNAPSHOT, update, update, old, heartbeat(5))
    expect(record.notes).toEqual(['snapshot', 'changes', 'ignored', 'ignored', 'ignored'])
    expect(record.shown('asks')).toEqual(['65086.18 x 0.3'])
  })

  test('replaces the book by a further snapshot', () => {
    const record = read(SNAPSHOT, book(4, [['bid', '65000', '2']], 'snapshot'), book(5, [['offer', '65001', '1']]))
    expect(record.notes).toEqual(['snapshot', 'snapshot: the venue sent another snapshot', 'changes'])
    expect(record.shown('bids')).toEqual(['65000 x 2'])
    expect(record.shown('asks')).toEqual(['65001 x 1'])
  })

  test('passes on the removal of an unknown level and a crossed update', () => {
    const removal = book(4, [['offer', '70000', '0']])
    const record = read(SNAPSHOT, removal, book(5, [['bid', '65086.18', '1']]))
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
    expect(record.unknownRemovals).toBe(1)
    expect(record.isCrossed()).toBe(true)
  })

  test('takes the newest time of the matching engine, floored, and that of sending where it is missing', () => {
    const newest: Level[] = [
      ['bid', '65083', '1', '2026-08-09T21:05:48.27841Z'],
      ['bid', '65082', '1', '2026-08-09T21:05:48.278999Z'],
      ['bid', '65081', '1', '2026-08-09T21:05:48.2Z'],
    ]
    // The documentation's sample has times of 1970.
    const undated: Level[] = [['offer', '65087', '1', '1970-01-01T00:00:00Z']]
    const record = read(SNAPSHOT, book(4, newest), book(5, undated))
    expect(record.times).toEqual([T, Date.parse('2026-08-09T21:05:48.278Z'), Date.parse('2026-08-09T21:05:48.483Z')])
  })

  test('reads several events of a message in their order and leaves out other products', () => {
    const events = [
      { type: 'update', product_id: 'BTC-USD', updates: updates([['bid', '65083.66', '7']]) },
      { type: 'update', product_id: 'ETH-USD', updates: updates([['bid', '1900', '1']]) },
      { type: 'update', product_id: 'BTC-USD', updates: updates([['bid', '65083.66', '8']]) },
    ]
    const record = read(SNAPSHOT, { channel: 'l2_data', timestamp: SENT, sequence_num: 4, events })
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
    expect(record.shown('bids')).toEqual(['65083.66 x 8', '65083.2 x 1.50'])
  })

  test('counts a book of another product', () => {
    const other = book(4, [['bid', '1900', '1']], 'snapshot', 'ETH-USD')
    expect(read(SNAPSHOT, other, heartbeat(5)).notes).toEqual(['snapshot', 'ignored', 'ignored'])
  })

  test('ignores an error, which has no number', () => {
    const error = { type: 'error', message: 'authentication failure' }
    expect(read(SNAPSHOT, error, heartbeat(4)).notes).toEqual(['snapshot', 'ignored', 'ignored'])
  })

  test.each([
    ['side', { side: 'ask', event_time: SENT, price_level: '1', new_quantity: '1' }],
    ['price', { side: 'bid', event_time: SENT, price_level: 1, new_quantity: '1' }],
    ['quantity', { side: 'bid', event_time: SENT, price_level: '1' }],
  ])('loses the book at a level without a valid %s', (_, level) => {
    const events = [{ type: 'update', product_id: 'BTC-USD', updates: [level] }]
    const record = read(SNAPSHOT, { channel: 'l2_data', timestamp: SENT, sequence_num: 4, events })
    expect(record.notes).toEqual(['snapshot', 'lost: a book without its time or levels'])
  })

  test('loses the book at a message without its number, events or a known type', () => {
    const { sequence_num: _, ...unnumbered } = heartbeat(4) as Record<string, unknown>
    expect(read(SNAPSHOT, unnumbered).notes[1]).toBe('lost: a message without its sequence_num')
    const eventless = { channel: 'l2_data', timestamp: SENT, sequence_num: 4 }
    expect(read(SNAPSHOT, eventless).notes[1]).toBe('lost: a book without its time or levels')
    expect(read(SNAPSHOT, book(4, [], 'delta')).notes[1]).toBe('lost: a book without its time or levels')
  })
})

const FIXTURES = [
  'coinbase__arb_l2_snapshot_short.json',
  'coinbase__arb_acks_heartbeat.jsonl',
  'coinbase__arb_error.json',
]
const PATHS = FIXTURES.map((name) => `data/ws/fixtures/${name}`)
const hasFixtures = sharedFiles(PATHS, 'tests on a connection of Coinbase') !== null

test.skipIf(!hasFixtures)(
  'a connection of Coinbase: confirmations and heartbeats are numbered after the snapshot',
  () => {
    const messages = PATHS.flatMap((path) => linesOf(readShared(path) as string))
    const record = readMessages(new CoinbaseBookRule({ marketId: 'BTC-PERP-INTX' }), messages)
    expect(record.notes).toEqual(['snapshot', 'ignored', 'ignored', 'ignored', 'ignored'])
    expect(record.shown('bids')).toEqual(['79943.9 x 3.0105', '79943.8 x 0.5'])
    expect(record.shown('asks')).toEqual(['79944 x 0.048', '79944.1 x 1.2'])
  },
)

const recorded = sessionsOf('COINBASE').find((session) => !session.isWritten)?.frames ?? []

describe.skipIf(recorded.length === 0)('the session of Coinbase recorded in 2026', () => {
  test.each([
    ['BTC-USD', 399, 27, 18_764, 27_236],
    ['ETH-USD', 374, 25, 6_935, 16_399],
  ])('%s: %i updates on a connection without a gap', (marketId, changes, unknown, bids, asks) => {
    const rule = new CoinbaseBookRule({ marketId })
    const record = new RuleRecord()
    const sizes: number[] = []
    for (const { text } of recorded) {
      readMessages(rule, [text], record)
      if (record.notes.at(-1) === 'snapshot') sizes.push(record.bids.size, record.asks.size)
    }
    const found = record.notes.filter((note) => note !== 'ignored')
    expect(found).toEqual(['snapshot', ...Array.from({ length: changes }, () => 'changes')])
    expect(sizes).toEqual([bids, asks])
    expect(record.unknownRemovals).toBe(unknown)
    expect(record.isCrossed()).toBe(false)
    expect(record.times).toEqual([...record.times].sort((a, b) => a - b))
  })

  test('a connection with one message less loses the book there', () => {
    const rule = new CoinbaseBookRule({ marketId: 'BTC-USD' })
    const missing = recorded.findIndex(({ text }) => text.includes('"sequence_num":500,'))
    const frames = recorded.filter((_, i) => i !== missing).map(({ text }) => text)
    const record = readMessages(rule, frames.slice(0, missing + 1))
    expect(record.notes.at(-1)).toBe('lost: gap: message 501 does not follow 499')
    expect(record.notes.filter((note) => note.startsWith('lost'))).toHaveLength(1)
  })
})
