import { describe, expect, it } from 'vitest'
import { readShared, sharedFiles } from '@flowprint/testkit'
import { MAX_BUFFERED_MESSAGES } from '../../../src/depth/book-rule.ts'
import { BinanceBookRule } from '../../../src/depth/rules/binance.ts'
import { PERPETUAL, SPOT } from '../../live/binance-markets.ts'
import { ASK, BID, BuilderBench } from '../support/book-track.ts'

const WINDOW = { kind: 'snapshot', levels: 5_000 } as const

interface Update {
  readonly U: number
  readonly u: number
  readonly pu?: number
  readonly E?: number
  readonly b?: readonly (readonly [string, string])[]
  readonly a?: readonly (readonly [string, string])[]
}

/** An update of one bid whose quantity is its last id, so that the book shows which updates were applied. */
function update(one: Update): object {
  const { u, b = [[`${u}.00`, '1.00000']], a = [] } = one
  return { e: 'depthUpdate', E: u * 10, s: 'BTCUSDT', ...one, b, a }
}

const snapshotAt = (lastUpdateId: number) => ({
  lastUpdateId,
  bids: [['5.00', '1.00000']],
  asks: [['900.00', '2.00000']],
})

const benches = {
  spot: () => new BuilderBench(SPOT, WINDOW, () => new BinanceBookRule(SPOT)),
  futures: () => new BuilderBench(PERPETUAL, WINDOW, () => new BinanceBookRule(PERPETUAL)),
}

/** Bid prices without the snapshot's, best first: the applied updates. */
function applied(bench: BuilderBench): number[] {
  return bench.track
    .levels(bench.track.qtyUnit === '0.001' ? PERPETUAL : SPOT, BID)
    .map((row) => Number(row.split(' ')[0]))
    .filter((price) => price !== 5)
    .reverse()
}

interface Case {
  readonly name: string
  readonly kind: keyof typeof benches
  readonly before: readonly Update[]
  readonly snapshot: number
  readonly after?: readonly Update[]
  readonly applied?: readonly number[]
  readonly last: RegExp
}

const CASES: readonly Case[] = [
  {
    name: 'the first update contains the id after the snapshot',
    kind: 'spot',
    before: [
      { U: 10, u: 19 },
      { U: 20, u: 29 },
      { U: 30, u: 39 },
    ],
    snapshot: 24,
    applied: [29, 39],
    last: /^changes 2$/,
  },
  {
    name: 'the first update begins right after the snapshot',
    kind: 'spot',
    before: [
      { U: 10, u: 19 },
      { U: 20, u: 29 },
    ],
    snapshot: 19,
    applied: [29],
    last: /^changes 1$/,
  },
  {
    name: 'a snapshot one id too old is fetched again',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 8,
    last: /^needs snapshot$/,
  },
  {
    name: 'a snapshot newer than all updates waits for the next one',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 25,
    last: /^needs snapshot$/,
  },
  {
    name: 'a snapshot newer than all updates is proven by the next one',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 25,
    after: [{ U: 20, u: 29 }],
    applied: [29],
    last: /^changes 1$/,
  },
  {
    name: 'a gap between the buffered updates',
    kind: 'spot',
    before: [
      { U: 10, u: 19 },
      { U: 21, u: 29 },
    ],
    snapshot: 12,
    last: /^needs snapshot$/,
  },
  {
    name: 'a gap of one id',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 12,
    after: [{ U: 21, u: 29 }],
    last: /^lost: gap: update 21 to 29 does not follow 19$/,
  },
  {
    name: 'a repeated update',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 12,
    after: [
      { U: 10, u: 19, b: [['19.00', '9.00000']] },
      { U: 20, u: 29 },
    ],
    applied: [19, 29],
    last: /^changes 1$/,
  },
  {
    name: 'an update that overlaps the one before',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 12,
    after: [{ U: 19, u: 29 }],
    last: /^lost: gap: update 19 to 29 does not follow 19$/,
  },
  {
    name: 'an update without its ids',
    kind: 'spot',
    before: [{ U: 10, u: 19 }],
    snapshot: 12,
    after: [{ U: NaN, u: 29 }],
    last: /^lost: an update without its ids, time or levels$/,
  },
  {
    name: 'the ids of futures jump',
    kind: 'futures',
    before: [
      { U: 10, u: 19, pu: 7 },
      { U: 30, u: 39, pu: 19 },
    ],
    snapshot: 12,
    after: [{ U: 50, u: 59, pu: 39 }],
    applied: [19, 39, 59],
    last: /^changes 1$/,
  },
  {
    name: 'a futures update that does not follow',
    kind: 'futures',
    before: [{ U: 10, u: 19, pu: 7 }],
    snapshot: 12,
    after: [{ U: 20, u: 29, pu: 18 }],
    last: /^lost: gap: update 20 to 29 does not follow 19$/,
  },
  {
    name: 'a futures snapshot between the ids of two updates',
    kind: 'futures',
    before: [
      { U: 10, u: 19, pu: 7 },
      { U: 30, u: 39, pu: 19 },
    ],
    snapshot: 22,
    applied: [39],
    last: /^changes 1$/,
  },
  {
    name: 'a futures snapshot that is too old',
    kind: 'futures',
    before: [{ U: 10, u: 19, pu: 7 }],
    snapshot: 6,
    last: /^needs snapshot$/,
  },
  {
    name: 'a futures update without pu',
    kind: 'futures',
    before: [{ U: 10, u: 19, pu: 7 }],
    snapshot: 12,
    after: [{ U: 20, u: 29 }],
    last: /^lost: an update without its ids, time or levels$/,
  },
]

describe('the rule of Binance books', () => {
  it.each(CASES)('$kind: $name', ({ kind, before, snapshot, after = [], applied: expected, last }) => {
    const bench = benches[kind]()
    for (const one of before) bench.read(update(one))
    bench.snapshot(snapshotAt(snapshot))
    for (const one of after) bench.read(update(one))
    expect(bench.last).toMatch(last)
    expect(bench.track.isRunning).toBe(expected !== undefined)
    if (expected !== undefined) expect(applied(bench)).toEqual(expected)
  })

  it('ends when a gap occurs among buffered updates', () => {
    const bench = benches.spot()
    bench.read(update({ U: 10, u: 19 }))
    bench.read(update({ U: 21, u: 29 }))
    expect(bench.builder.state).toBe('lost')
    expect(bench.builder.reason).toBe('gap: update 21 to 29 does not follow 19')
  })

  it('asks for one snapshot while it buffers', () => {
    const bench = benches.spot()
    for (let id = 10; id < 20; id++) bench.read(update({ U: id, u: id }))
    expect(bench.track.snapshotsNeeded).toBe(1)
    bench.snapshot(snapshotAt(3))
    expect(bench.track.snapshotsNeeded).toBe(2)
  })

  it('bounds the buffered updates', () => {
    const bench = benches.spot()
    for (let id = 1; id <= MAX_BUFFERED_MESSAGES; id++) bench.read(update({ U: id, u: id, b: [] }))
    expect(bench.builder.state).toBe('syncing')
    bench.read(update({ U: MAX_BUFFERED_MESSAGES + 1, u: MAX_BUFFERED_MESSAGES + 1, b: [] }))
    expect(bench.builder.reason).toBe('no snapshot within the buffered updates')
  })

  it('gives a spot snapshot the time of the update before it', () => {
    const bench = benches.spot()
    bench.read(update({ U: 10, u: 19, E: 1_000 }))
    bench.read(update({ U: 20, u: 29, E: 1_100, b: [] }))
    bench.snapshot(snapshotAt(20))
    expect(bench.track.t).toBe(1_100)
    expect(bench.track.log.slice(-2)).toEqual(['snapshot proven', 'unchanged'])
  })

  it('ends when the snapshot cannot be read', () => {
    for (const body of [
      '',
      '[]',
      '{"lastUpdateId":1,"bids":[["1","1"]]}',
      '{"lastUpdateId":"1","bids":[],"asks":[]}',
    ]) {
      const bench = benches.spot()
      bench.read(update({ U: 10, u: 19 }))
      bench.snapshot(body)
      expect(bench.builder.reason).toBe('the REST snapshot cannot be read')
    }
  })

  it('ignores other markets and other messages', () => {
    const bench = benches.spot()
    bench.read({ ...update({ U: 10, u: 19 }), s: 'ETHUSDT' })
    bench.read({ result: null, id: 1 })
    expect(bench.track.log).toEqual([])
    bench.read({ stream: 'btcusdt@depth@100ms', data: update({ U: 10, u: 19 }) })
    expect(bench.track.log).toEqual(['needs snapshot'])
  })

  it('keeps asks and bids apart', () => {
    const bench = benches.spot()
    bench.read(
      update({
        U: 10,
        u: 19,
        b: [],
        a: [
          ['900.00', '0.00000'],
          ['901.00', '3.00000'],
        ],
      }),
    )
    bench.snapshot(snapshotAt(9))
    expect(bench.track.levels(SPOT, BID)).toEqual(['5.00 1.00000'])
    expect(bench.track.levels(SPOT, ASK)).toEqual(['901.00 3.00000'])
  })
})

const COINM = 'data/ws/fixtures/binance__tardis_coinm_depth.jsonl'

describe.skipIf(sharedFiles([COINM], 'recorded COIN-M updates') === null)('recorded COIN-M updates', () => {
  it('end with the gap that the recording has', () => {
    const listing = { ...PERPETUAL, marketId: 'BTCUSD_200925', lotSize: '1' }
    const bench = new BuilderBench(listing, WINDOW, () => new BinanceBookRule(listing))
    const [snapshot, ...updates] = (readShared(COINM) as string).trim().split('\n')
    bench.read(updates[0])
    bench.snapshot(JSON.stringify((JSON.parse(snapshot) as { data: object }).data))
    expect(bench.track.levels(listing, BID)).toEqual(['9504.8 181', '9498.9 13'])
    bench.read(updates[1])
    expect(bench.last).toBe('lost: gap: update 37471322 to 37471322 does not follow 37471292')
  })
})
