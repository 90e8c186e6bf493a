import { readShared, sharedFiles } from '@flowprint/testkit'
import { describe, expect, test } from 'vitest'
import { KrakenBookRule, parseKrakenBook } from '../../../src/depth/rules/kraken.ts'
import { linesOf, readMessages, RECEIVED_AT_MS, RuleRecord } from './rule-record.ts'

const T = Date.parse('2026-08-16T23:37:05.376Z')

/** The documentation's worked example: ten levels a side and their checksum. */
const EXAMPLE = {
  bids: [
    ['45283.5', '0.10000000'],
    ['45283.4', '1.54582015'],
    ['45282.1', '0.10000000'],
    ['45281.0', '0.10000000'],
    ['45280.3', '1.54592586'],
    ['45279.0', '0.07990000'],
    ['45277.6', '0.03310103'],
    ['45277.5', '0.30000000'],
    ['45277.3', '1.54602737'],
    ['45276.6', '0.15445238'],
  ],
  asks: [
    ['45285.2', '0.00100000'],
    ['45286.4', '1.54571953'],
    ['45286.6', '1.54571109'],
    ['45289.6', '1.54560911'],
    ['45290.2', '0.15890660'],
    ['45291.8', '1.54553491'],
    ['45294.7', '0.04454749'],
    ['45296.1', '0.35380000'],
    ['45297.5', '0.09945542'],
    ['45299.5', '0.18772827'],
  ],
  checksum: 3_310_070_434,
}

/** The same book after the best ask changed to 0.002: computed with Python's zlib.crc32 from the documented text. */
const NEXT_CHECKSUM = 1_636_637_263

type Levels = readonly (readonly string[])[]

interface Message {
  readonly type?: string
  readonly bids?: Levels
  readonly asks?: Levels
  readonly checksum: number
  readonly timestamp?: string | null
}

/** As Kraken writes it: numbers without quotes. */
function book({ type = 'update', bids = [], asks = [], checksum, timestamp }: Message): string {
  const write = (levels: Levels): string =>
    `[${levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')}]`
  const time = timestamp === null ? '' : `,"timestamp":"${timestamp ?? '2026-08-16T23:37:05.376419Z'}"`
  return `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USD","bids":${write(bids)},"asks":${write(asks)},"checksum":${checksum}${time}}]}`
}

const SNAPSHOT = book({ type: 'snapshot', ...EXAMPLE })
const NEXT = book({ asks: [['45285.2', '0.00200000']], checksum: NEXT_CHECKSUM })

function readAs(marketId: string, depth: number, ...messages: readonly (object | string)[]): RuleRecord {
  return readMessages(new KrakenBookRule({ marketId }, depth), messages, new RuleRecord(), parseKrakenBook)
}

const read = (...messages: readonly (object | string)[]): RuleRecord => readAs('BTC/USD', 10, ...messages)

describe('KrakenBookRule', () => {
  test('starts with a snapshot that has its checksum, and keeps every digit', () => {
    const record = read(SNAPSHOT)
    expect(record.notes).toEqual(['snapshot'])
    expect(record.times).toEqual([T])
    expect(record.shown('bids', 1)).toEqual(['45283.5 x 0.10000000'])
    expect(record.shown('asks', 1)).toEqual(['45285.2 x 0.00100000'])
  })

  test.each([
    [10, 'proven'],
    [25, 'connection'],
    [1000, 'connection'],
  ])('depth %i is %s: the checksum covers ten levels', (depth, proof) => {
    expect(new KrakenBookRule({ marketId: 'BTC/USD' }, depth).proof).toBe(proof)
  })

  test('loses the book at a snapshot with another checksum', () => {
    const record = read(book({ type: 'snapshot', ...EXAMPLE, checksum: EXAMPLE.checksum + 1 }))
    expect(record.notes).toEqual(['lost: checksum 3310070434 of the book, 3310070435 of the venue'])
  })

  test('ignores updates before the snapshot', () => {
    expect(read(NEXT, SNAPSHOT, NEXT).notes).toEqual(['ignored', 'snapshot', 'changes'])
  })

  test('applies an update and checks the book after it', () => {
    const record = read(SNAPSHOT, NEXT)
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.shown('asks', 2)).toEqual(['45285.2 x 0.00200000', '45286.4 x 1.54571953'])
  })

  test('loses the book when an update is missing', () => {
    const record = read(SNAPSHOT, book({ bids: [['45283.5', '0.10000000']], checksum: NEXT_CHECKSUM }))
    expect(record.notes).toEqual(['snapshot', 'lost: checksum 3310070434 of the book, 1636637263 of the venue'])
  })

  test('accepts a repeated update: it leads to the same book', () => {
    expect(read(SNAPSHOT, NEXT, NEXT).notes).toEqual(['snapshot', 'changes', 'changes'])
  })

  test('loses the book when trailing zeros of a number are missing', () => {
    const record = read(SNAPSHOT, book({ asks: [['45285.2', '0.002']], checksum: NEXT_CHECKSUM }))
    expect(record.notes[1]).toMatch(/^lost: checksum/)
  })

  test('replaces the book by a further snapshot', () => {
    const other = book({
      type: 'snapshot',
      bids: [['44990.0', '0.50000000']],
      asks: [['45000.0', '0.25000000']],
      checksum: 3_958_727_358,
    })
    const record = read(SNAPSHOT, NEXT, other)
    expect(record.notes).toEqual(['snapshot', 'changes', 'snapshot: the venue sent another snapshot'])
    expect(record.shown('bids')).toEqual(['44990.0 x 0.50000000'])
  })

  test('truncates to the depth after each message', () => {
    // An eleventh bid and ask that the venue never removes, then the removal of the best ask: without truncation the
    // eleventh ask would come back as the tenth.
    const far = book({
      asks: [['45300.0', '1.00000000']],
      bids: [['45000.0', '1.00000000']],
      checksum: EXAMPLE.checksum,
    })
    const entered = book({ asks: [['45285.1', '0.00200000']], checksum: 3_875_642_940 })
    const left = book({
      asks: [
        ['45285.1', '0.00000000'],
        ['45299.5', '0.18772827'],
      ],
      checksum: EXAMPLE.checksum,
    })
    expect(read(SNAPSHOT, far, entered, left).notes).toEqual(['snapshot', 'changes', 'changes', 'changes'])
    const missing = book({ asks: [['45285.1', '0.00000000']], checksum: EXAMPLE.checksum })
    expect(read(SNAPSHOT, entered, missing).notes[2]).toMatch(/^lost: checksum/)
  })

  test('ignores the removal of an unknown level, and takes the last of several values of a level', () => {
    const removal = book({ bids: [['45282.0', '0.00000000']], checksum: EXAMPLE.checksum })
    const twice = book({
      asks: [
        ['45285.2', '0.00700000'],
        ['45285.2', '0.00200000'],
      ],
      checksum: NEXT_CHECKSUM,
    })
    expect(read(SNAPSHOT, removal, twice).notes).toEqual(['snapshot', 'changes', 'changes'])
  })

  test('passes on a crossed update', () => {
    const record = read(SNAPSHOT, book({ bids: [['45286.4', '1.00000000']], checksum: 1_394_796_527 }))
    expect(record.notes).toEqual(['snapshot', 'changes'])
    expect(record.isCrossed()).toBe(true)
  })

  test('takes our clock where a snapshot has no time', () => {
    expect(read(book({ type: 'snapshot', ...EXAMPLE, timestamp: null })).times).toEqual([RECEIVED_AT_MS])
  })

  test.each([
    ['other markets', { channel: 'book', type: 'update', data: [{ symbol: 'ETH/USD' }] }],
    ['other channels', { channel: 'heartbeat' }],
    ['confirmations', { method: 'subscribe', result: { channel: 'book', symbol: 'BTC/USD' }, success: true }],
  ])('ignores %s', (_, message) => {
    expect(read(SNAPSHOT, message).notes).toEqual(['snapshot', 'ignored'])
  })

  test('loses the book at a message without levels, time, checksum, book or a known type', () => {
    const [open, close] = ['{"channel":"book","type":"update","data":[', ']}']
    const invalid = 'lost: a book without its time or levels'
    expect(read(SNAPSHOT, `${open}{"symbol":"BTC/USD","bids":[]}${close}`).notes[1]).toBe(invalid)
    expect(read(SNAPSHOT, `${open}{"symbol":"BTC/USD","bids":[{"price":1}],"asks":[]}${close}`).notes[1]).toBe(invalid)
    expect(read(SNAPSHOT, book({ checksum: 0, timestamp: 'now' })).notes[1]).toBe(invalid)
    const unchecked = `${open}{"symbol":"BTC/USD","bids":[],"asks":[],"timestamp":"2026-08-16T23:37:05Z"}${close}`
    expect(read(SNAPSHOT, unchecked).notes[1]).toBe('lost: checksum 3310070434 of the book, undefined of the venue')
    expect(read(SNAPSHOT, `${open}${close}`).notes[1]).toBe('lost: a message that does not contain one book')
    expect(read(SNAPSHOT, book({ type: 'delta', checksum: 0 })).notes[1]).toBe('lost: type delta')
  })
})

test('parseKrakenBook keeps the digits of prices and quantities, and nothing else changes', () => {
  const text = '{"data":[{"price": 62797.0,"qty":1e-8,"checksum":975661613,"note":"\\"qty\\":1.0"}]}'
  const level = { price: '62797.0', qty: '1e-8', checksum: 975_661_613, note: '"qty":1.0' }
  expect(parseKrakenBook(text)).toEqual({ data: [level] })
  expect(parseKrakenBook('pong')).toBeNull()
})

const NAMES = {
  btc: 'kraken__depthcharge_v2_book10_btcusd.jsonl',
  mina: 'kraken__depthcharge_v2_book25_minagbp_resync.jsonl',
  algo: 'kraken__readme_v2_book10_algousd_2024.jsonl',
  documented: 'kraken__docs_v2_book_checksum_example.json',
  cut: 'kraken__jkorf_doc_book_snapshot.json',
}
const hasFixtures =
  sharedFiles(
    Object.values(NAMES).map((name) => `data/ws/fixtures/${name}`),
    'tests on books received from Kraken',
  ) !== null

const fixture = (name: keyof typeof NAMES): string => readShared(`data/ws/fixtures/${NAMES[name]}`) as string

const bookNotes = (record: RuleRecord): string[] => record.notes.filter((note) => note !== 'ignored')

describe.skipIf(!hasFixtures)('books received from Kraken', () => {
  test('BTC/USD, depth 10: the checksums of the snapshot and 53 updates match', () => {
    const record = new RuleRecord()
    const rule = new KrakenBookRule({ marketId: 'BTC/USD' }, 10)
    for (const line of linesOf(fixture('btc'))) {
      readMessages(rule, [line], record, parseKrakenBook)
      record.truncate(10)
      expect(record.isCrossed()).toBe(false)
    }
    expect(bookNotes(record)).toEqual(['snapshot', ...Array.from({ length: 53 }, () => 'changes')])
  })

  test('BTC/USD without truncation: 19 of 54 match', () => {
    // A depth that the messages never reach, and a rule that is used on after it lost the book.
    const notes = bookNotes(readAs('BTC/USD', 1000, ...linesOf(fixture('btc'))))
    expect(notes).toHaveLength(54)
    expect(notes.filter((note) => !note.startsWith('lost'))).toHaveLength(19)
  })

  test('BTC/USD with one update less loses the book', () => {
    const lines = linesOf(fixture('btc'))
    const updates = lines.flatMap((line, i) => (line.includes('"update","data":[{"symbol"') ? [i] : []))
    const notes = bookNotes(readAs('BTC/USD', 10, ...lines.filter((_, i) => i !== updates[9])))
    expect(notes.findIndex((note) => note.startsWith('lost: checksum'))).toBe(10)
  })

  test('MINA/GBP, depth 25: 19 checksums match, over a second subscription', () => {
    const notes = bookNotes(readAs('MINA/GBP', 25, ...linesOf(fixture('mina'))))
    const restart = 'snapshot: the venue sent another snapshot'
    expect(notes).toHaveLength(19)
    expect(notes.filter((note) => note !== 'changes')).toEqual(['snapshot', restart])
  })

  test('MINA/GBP: the rebuilt book equals the snapshot of the second subscription', () => {
    const lines = linesOf(fixture('mina'))
    const second = lines.findLastIndex((line) => line.includes('"snapshot","data"'))
    const rebuilt = readAs('MINA/GBP', 25, ...lines.slice(0, second))
    rebuilt.truncate(25)
    const sent = readAs('MINA/GBP', 25, lines[second])
    expect(sent.shown('bids')).toHaveLength(25)
    expect(rebuilt.shown('bids')).toEqual(sent.shown('bids'))
    expect(rebuilt.shown('asks')).toEqual(sent.shown('asks'))
  })

  test('ALGO/USD of 2024: a snapshot without a time', () => {
    expect(bookNotes(readAs('ALGO/USD', 10, ...linesOf(fixture('algo'))))).toEqual(['snapshot', 'changes'])
  })

  test('the documented example matches', () => {
    expect(read(fixture('documented')).notes).toEqual(['snapshot'])
  })

  test('a sample whose numbers lost their zeros matches only after they are restored', () => {
    const sample = fixture('cut')
    expect(readAs('ETH/USDT', 10, sample).notes).toEqual([
      expect.stringMatching(/^lost: checksum \d+ of the book, 2439117997/),
    ])
    const restored = sample
      .replace(/"price": ([\d.]+)/g, (_, price: string) => `"price": ${Number(price).toFixed(4)}`)
      .replace(/"qty": ([\d.]+)/g, (_, qty: string) => `"qty": ${Number(qty).toFixed(8)}`)
    expect(readAs('ETH/USDT', 10, restored).notes).toEqual(['snapshot'])
  })
})
