import { readShared, sharedFiles } from '@flowprint/testkit'
import { describe, expect, test } from 'vitest'
import { BybitBookRule } from '../../../src/depth/rules/bybit.ts'
import { sessionsOf } from '../../live/venues/support/recorded.ts'
import { linesOf, readMessages, RuleRecord } from './rule-record.ts'

const T = 1_786_310_818_000
const TOPIC = 'orderbook.200.BTCUSDT'

type Levels = readonly (readonly string[])[]

interface Update {
  readonly u: number
  readonly b?: Levels
  readonly a?: Levels
  readonly type?: string
  readonly ms?: number
}

function book({ u, b = [], a = [], type = 'delta', ms = 0 }: Update): object {
  return { topic: TOPIC, type, ts: T + ms + 40, data: { s: 'BTCUSDT', b, a, u, seq: 753_843_911 }, cts: T + ms }
}

const SNAPSHOT = book({ type: 'snapshot', u: 500, b: [['65114.20', '6.054']], a: [['65114.30', '10.486']] })

function read(...messages: (object | string)[]): RuleRecord {
  return readMessages(new BybitBookRule({ marketId: 'BTCUSDT' }, 200), messages)
}

describe('BybitBookRule', () => {
  test('starts with the snapshot and keeps every digit', () => {
    const record = read(SNAPSHOT)
    expect(record.notes).toEqual(['snapshot'])
    expect(record.shown('bids')).toEqual(['65114.20 x 6.054'])
    expect(record.shown('asks')).toEqual(['65114.30 x 10.486'])
    expect(new BybitBookRule({ marketId: 'BTCUSDT' }, 200).proof).toBe('proven')
  })

  test('takes the time of the matching engine, and that of sending where it is missing', () => {
    const { cts: _, ...old } = book({ u: 501, ms: 100 }) as Record<string, unknown>
    expect(read(SNAPSHOT, old).times).toEqual([T, T + 140])
  })

  test('ignores deltas before the snapshot', () => {
    expect(read(book({ u: 499 }), SNAPSHOT).notes).toEqual(['ignored', 'snapshot'])
  })

  test('applies deltas whose update id is one more', () => {
    const record = read(
      SNAPSHOT,
      book({ u: 501, b: [['65114.20', '0']], ms: 100 }),
      book({ u: 502, b: [['65114.10', '1']] }),
    )
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
    expect(record.shown('bids')).toEqual(['65114.10 x 1'])
  })

  test('loses the book at a gap', () => {
    const record = read(SNAPSHOT, book({ u: 502, b: [['65114.10', '1']] }))
    expect(record.notes).toEqual(['snapshot', 'lost: gap: update 502 does not follow 500'])
  })

  test('ignores a repeated delta, and loses the book at an older one', () => {
    const delta = book({ u: 501, b: [['65114.10', '1']] })
    expect(read(SNAPSHOT, delta, delta, book({ u: 502 })).notes).toEqual(['snapshot', 'changes', 'ignored', 'changes'])
    expect(read(SNAPSHOT, delta, book({ u: 499 })).notes[2]).toBe('lost: gap: update 499 does not follow 501')
  })

  test('replaces the book by the snapshot with u = 1 after a restart', () => {
    const restart = book({ type: 'snapshot', u: 1, b: [['65000.00', '2']] })
    const record = read(SNAPSHOT, restart, book({ u: 2, a: [['65000.10', '3']] }))
    expect(record.notes).toEqual(['snapshot', 'snapshot: the venue restarted its service', 'changes'])
    expect(record.shown('bids')).toEqual(['65000.00 x 2'])
    expect(record.shown('asks')).toEqual(['65000.10 x 3'])
  })

  test('loses the book at a delta with u = 1: it is not known to be a whole book', () => {
    expect(read(SNAPSHOT, book({ u: 1, b: [['65000.00', '2']] })).notes[1]).toBe(
      'lost: gap: update 1 does not follow 500',
    )
  })

  test('replaces the book by any further snapshot', () => {
    const record = read(SNAPSHOT, book({ type: 'snapshot', u: 730, a: [['65200.00', '1']] }), book({ u: 731 }))
    expect(record.notes).toEqual(['snapshot', 'snapshot: the venue sent another snapshot', 'changes'])
    expect(record.shown('asks')).toEqual(['65200.00 x 1'])
  })

  test('passes on a crossed delta and the removal of an unknown level', () => {
    const record = read(SNAPSHOT, book({ u: 501, b: [['65114.30', '1']], a: [['65120.00', '0']] }))
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.isCrossed()).toBe(true)
    expect(record.unknownRemovals).toBe(1)
  })

  test.each([
    ['other markets', { topic: 'orderbook.200.ETHUSDT', type: 'delta', data: {} }],
    ['other depths', { topic: 'orderbook.50.BTCUSDT', type: 'delta', data: {} }],
    ['confirmations', { success: true, ret_msg: '', conn_id: 'd6ki1eae', req_id: '', op: 'subscribe' }],
  ])('ignores %s', (_, message) => {
    expect(read(SNAPSHOT, message).notes).toEqual(['snapshot', 'ignored'])
  })

  test.each([
    ['u', { b: [], a: [] }],
    ['a', { b: [], u: 501 }],
    ['texts of a level', { b: [], a: [[65114.3, 1]], u: 501 }],
  ])('loses the book at a delta without %s', (_, data) => {
    const record = read(SNAPSHOT, { topic: TOPIC, type: 'delta', ts: T, data, cts: T })
    expect(record.notes).toEqual(['snapshot', 'lost: a book without its id, time or levels'])
  })

  test('loses the book at a delta without a time and at an unknown type', () => {
    const timeless = { topic: TOPIC, type: 'delta', data: { b: [], a: [], u: 501 } }
    expect(read(SNAPSHOT, timeless).notes[1]).toBe('lost: a book without its id, time or levels')
    expect(read(SNAPSHOT, book({ type: 'update', u: 501 })).notes[1]).toBe('lost: type update')
  })
})

const FIXTURE = 'data/ws/fixtures/bybit__latency_orderbook50_btcusdt_2026.jsonl'
const hasFixture = sharedFiles([FIXTURE], 'tests on a book of 50 levels received from Bybit') !== null

test.skipIf(!hasFixture)('a book of 50 levels received from Bybit keeps 50 levels a side', () => {
  const messages = linesOf(readShared(FIXTURE) as string)
  const record = readMessages(new BybitBookRule({ marketId: 'BTCUSDT' }, 50), messages)
  expect(record.notes).toEqual(['ignored', 'snapshot', 'changes'])
  expect([record.bids.size, record.asks.size, record.unknownRemovals]).toEqual([50, 50, 0])
  expect(record.bids.get('71413.20')).toBe('0.603')
  expect(record.bids.has('71419.80')).toBe(false)
  expect(record.isCrossed()).toBe(false)
})

const recorded = sessionsOf('BYBIT').find((session) => !session.isWritten)?.frames ?? []

describe.skipIf(recorded.length === 0)('the session of Bybit recorded in 2026', () => {
  test.each([
    ['linear', 'BTCUSDT', 413],
    ['linear', 'ETHUSDT', 420],
    ['linear', 'SOLUSDT', 382],
    ['linear', 'DOGEUSDT', 379],
    ['spot', 'BTCUSDT', 299],
    ['spot', 'ETHUSDT', 249],
  ])('%s %s: %i deltas without a gap, each keeps 200 levels a side', (section, marketId, deltas) => {
    const rule = new BybitBookRule({ marketId }, 200)
    const record = new RuleRecord()
    for (const { address, text } of recorded) {
      if (!address.endsWith(section)) continue
      const before = record.notes.length
      readMessages(rule, [text], record)
      if (record.notes[before] === 'ignored') continue
      expect([record.bids.size, record.asks.size]).toEqual([200, 200])
      expect(record.isCrossed()).toBe(false)
    }
    const found = record.notes.filter((note) => note !== 'ignored')
    expect(found).toEqual(['snapshot', ...Array.from({ length: deltas }, () => 'changes')])
    expect(record.unknownRemovals).toBe(0)
    expect(record.times).toEqual([...record.times].sort((a, b) => a - b))
  })
})
