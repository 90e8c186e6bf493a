import { readShared, sharedFiles } from '@flowprint/testkit'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { OkxBookRule } from '../../../src/depth/rules/okx.ts'
import { sessionsOf } from '../../live/venues/support/recorded.ts'
import { linesOf, readMessages, RuleRecord, sorted } from './rule-record.ts'

const T = 1_790_133_750_000
const ARG = { channel: 'books', instId: 'BTC-USDT' }

type Levels = readonly (readonly string[])[]

interface Update {
  readonly prev: number
  readonly seq: number
  readonly bids?: Levels
  readonly asks?: Levels
  readonly action?: string
  readonly checksum?: number
  readonly ms?: number
}

function book({ prev, seq, bids = [], asks = [], action = 'update', checksum = 0, ms = 0 }: Update): object {
  return { arg: ARG, action, data: [{ asks, bids, ts: String(T + ms), checksum, seqId: seq, prevSeqId: prev }] }
}

const SNAPSHOT = book({
  action: 'snapshot',
  prev: -1,
  seq: 100,
  bids: [
    ['100.0', '1.50', '0', '3'],
    ['99.9', '2', '0', '1'],
  ],
  asks: [['100.1', '0.7', '0', '1']],
})

function read(...messages: (object | string)[]): RuleRecord {
  return readMessages(new OkxBookRule({ marketId: 'BTC-USDT' }), messages)
}

describe('OkxBookRule', () => {
  test('starts with the snapshot and keeps every digit', () => {
    const record = read(SNAPSHOT)
    expect(record.notes).toEqual(['snapshot'])
    expect(record.times).toEqual([T])
    expect(record.shown('bids')).toEqual(['100.0 x 1.50', '99.9 x 2'])
    expect(record.shown('asks')).toEqual(['100.1 x 0.7'])
    expect(new OkxBookRule({ marketId: 'BTC-USDT' }).proof).toBe('proven')
  })

  test('ignores updates before the snapshot', () => {
    const update = book({ prev: 99, seq: 100, bids: [['1', '1']] })
    expect(read(update, SNAPSHOT).notes).toEqual(['ignored', 'snapshot'])
  })

  test('accepts ids that jump, as long as each message names the one before', () => {
    const record = read(
      SNAPSHOT,
      book({ prev: 100, seq: 107, bids: [['100.0', '0', '0', '0']], ms: 100 }),
      book({ prev: 107, seq: 152, asks: [['100.1', '0.2', '0', '1']], ms: 200 }),
    )
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
    expect(record.times).toEqual([T, T + 100, T + 200])
    expect(record.shown('bids')).toEqual(['99.9 x 2'])
    expect(record.shown('asks')).toEqual(['100.1 x 0.2'])
  })

  test('accepts ids that OKX resets to lower numbers', () => {
    const record = read(SNAPSHOT, book({ prev: 100, seq: 3 }), book({ prev: 3, seq: 5 }))
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
  })

  test('loses the book at a gap', () => {
    const record = read(SNAPSHOT, book({ prev: 101, seq: 102, bids: [['99.8', '1']] }))
    expect(record.notes).toEqual(['snapshot', 'lost: gap: an update follows 101, not 100'])
  })

  test('loses the book at an older update, whose successor may be missing', () => {
    const record = read(SNAPSHOT, book({ prev: 100, seq: 107 }), book({ prev: 98, seq: 99 }))
    expect(record.notes).toEqual(['snapshot', 'changes', 'lost: gap: an update follows 98, not 107'])
  })

  test('ignores a repeated update', () => {
    const update = book({ prev: 100, seq: 107, bids: [['99.8', '1']] })
    const record = read(SNAPSHOT, update, update, book({ prev: 107, seq: 108 }))
    expect(record.notes).toEqual(['snapshot', 'changes', 'ignored', 'changes'])
  })

  test('takes an update without levels, seqId = prevSeqId, as proof that nothing changed', () => {
    const record = read(SNAPSHOT, book({ prev: 100, seq: 100, ms: 60_000 }), book({ prev: 100, seq: 101 }))
    expect(record.notes).toEqual(['snapshot', 'changes', 'changes'])
    expect(record.times[1]).toBe(T + 60_000)
    expect(record.shown('bids')).toHaveLength(2)
  })

  test('replaces the book by a further snapshot', () => {
    const again = book({ action: 'snapshot', prev: -1, seq: 7, asks: [['101', '4', '0', '1']] })
    const record = read(SNAPSHOT, again, book({ prev: 7, seq: 9 }))
    expect(record.notes).toEqual(['snapshot', 'snapshot: the venue sent another snapshot', 'changes'])
    expect(record.shown('bids')).toEqual([])
    expect(record.shown('asks')).toEqual(['101 x 4'])
  })

  test('does not read the checksum', () => {
    const record = read(SNAPSHOT, book({ prev: 100, seq: 101, checksum: 123_456_789 }))
    expect(record.notes).toEqual(['snapshot', 'changes'])
  })

  test('passes on a crossed update and the removal of an unknown level', () => {
    const record = read(SNAPSHOT, book({ prev: 100, seq: 101, bids: [['100.2', '1']], asks: [['107', '0']] }))
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.isCrossed()).toBe(true)
    expect(record.unknownRemovals).toBe(1)
  })

  test.each([
    ['other markets', { arg: { channel: 'books', instId: 'ETH-USDT' }, action: 'update', data: [{}] }],
    ['other channels', { arg: { channel: 'books5', instId: 'BTC-USDT' }, data: [{}] }],
    ['confirmations', { event: 'subscribe', arg: ARG, connId: 'a4d3ae55' }],
  ])('ignores %s', (_, message) => {
    expect(read(SNAPSHOT, message).notes).toEqual(['snapshot', 'ignored'])
  })

  test.each([
    ['seqId', { asks: [], bids: [], ts: String(T), prevSeqId: 100 }],
    ['prevSeqId', { asks: [], bids: [], ts: String(T), seqId: 101 }],
    ['ts', { asks: [], bids: [], seqId: 101, prevSeqId: 100 }],
    ['bids', { asks: [], ts: String(T), seqId: 101, prevSeqId: 100 }],
    ['texts of a level', { asks: [[100.2, '1']], bids: [], ts: String(T), seqId: 101, prevSeqId: 100 }],
    ['quantity of a level', { asks: [['100.2']], bids: [], ts: String(T), seqId: 101, prevSeqId: 100 }],
  ])('loses the book at an update without %s', (_, data) => {
    const record = read(SNAPSHOT, { arg: ARG, action: 'update', data: [data] })
    expect(record.notes).toEqual(['snapshot', 'lost: a book without its ids, time or levels'])
  })

  test('loses the book at an unknown action and at a message without a book', () => {
    expect(read(SNAPSHOT, book({ action: 'partial', prev: 100, seq: 101 })).notes[1]).toBe('lost: action partial')
    expect(read(SNAPSHOT, { arg: ARG, action: 'update', data: [] }).notes[1]).toContain('does not contain one book')
  })
})

const FIXTURES = ['okx__okj_books_short.jsonl', 'okx__okj_books_jump.json'].map((name) => `data/ws/fixtures/${name}`)
const hasFixtures = sharedFiles(FIXTURES, 'tests on books received from OKX') !== null

describe.skipIf(!hasFixtures)('books received from OKX in 2026', () => {
  test('the update follows the snapshot by its ids', () => {
    const messages = linesOf(readShared(FIXTURES[0]) as string)
    const record = readMessages(new OkxBookRule({ marketId: 'XRP-JPY' }), messages)
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.times).toEqual([1_790_133_750_004, 1_790_133_750_704])
    expect(record.shown('asks')).toEqual(['252.52 x 1909.156', '252.54 x 32.4', '252.77 x 856.465'])
    // The source cut the lists to three levels, so one removal is of a level that was cut.
    expect(record.unknownRemovals).toBe(1)
  })

  test('an update may raise the id by more than one', () => {
    const [text] = linesOf(readShared(FIXTURES[1]) as string)
    const base = { action: 'snapshot', prev: -1, seq: 1_385_894 }
    const snapshot = { ...book(base), arg: { channel: 'books', instId: 'LTC-JPY' } }
    const record = readMessages(new OkxBookRule({ marketId: 'LTC-JPY' }), [snapshot, text])
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.shown('asks')).toEqual(['9994 x 0.94154599'])
  })
})

const recorded = sessionsOf('OKX').find((session) => !session.isWritten)?.frames ?? []

describe.skipIf(recorded.length === 0)('the session of OKX recorded in 2022', () => {
  test.each([
    ['BTC-USDT', 97, 400, 400],
    ['BTC-USD-220527', 98, 77, 71],
    ['UNI-USD-SWAP', 92, 127, 124],
  ])(
    '%s: after each of %i updates the book has the checksum that was still sent then',
    (instId, updates, bids, asks) => {
      const rule = new OkxBookRule({ marketId: instId })
      const record = new RuleRecord()
      const largest = { bids: 0, asks: 0 }
      let seqId = 1000
      for (const { text } of recorded) {
        const message = text.startsWith('{') ? (JSON.parse(text) as BookMessage) : null
        if (message?.arg?.channel !== 'books' || message.arg.instId !== instId || message.data === undefined) continue
        // Messages of 2022 had no ids: they are added, with a jump, so that the rule accepts them.
        const [data] = message.data
        const prevSeqId = message.action === 'snapshot' ? -1 : seqId
        seqId += 3
        readMessages(rule, [{ ...message, data: [{ ...data, seqId, prevSeqId }] }], record)
        expect(okxChecksum(record)).toBe(data.checksum)
        expect(record.isCrossed()).toBe(false)
        largest.bids = Math.max(largest.bids, record.bids.size)
        largest.asks = Math.max(largest.asks, record.asks.size)
      }
      expect(record.notes).toEqual(['snapshot', ...Array.from({ length: updates }, () => 'changes')])
      // Never more than 400 levels: the venue removes those that leave.
      expect(largest).toEqual({ bids, asks })
    },
  )
})

interface BookMessage {
  readonly arg?: { readonly channel?: string; readonly instId?: string }
  readonly action?: string
  readonly data?: readonly { readonly checksum: number }[]
}

/** CRC32, signed, of the best 25 levels: bid, ask, bid, ask ..., each as price:quantity. */
function okxChecksum(record: RuleRecord): number {
  const bids = sorted(record.bids, 'bids')
  const asks = sorted(record.asks, 'asks')
  const parts: string[] = []
  for (let i = 0; i < 25; i++) parts.push(...(bids[i] ?? []), ...(asks[i] ?? []))
  return crc32(parts.join(':')) | 0
}
