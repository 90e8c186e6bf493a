import { describe, expect, it } from 'vitest'
import { readShared, sharedFiles } from '@flowprint/testkit'
import { HyperliquidBookRule } from '../../../src/depth/rules/hyperliquid.ts'
import { HYPERLIQUID_BTC } from '../../live/venues/support/listings.ts'
import { ASK, BID, BuilderBench } from '../support/book-track.ts'

const WINDOW = { kind: 'fixed', levels: 20 } as const
const bench = () => new BuilderBench(HYPERLIQUID_BTC, WINDOW, () => new HyperliquidBookRule(HYPERLIQUID_BTC))

type Row = readonly [px: string, sz: string]

function book(time: unknown, bids: readonly Row[], asks: readonly Row[], coin = 'BTC'): object {
  const rows = (levels: readonly Row[]) => levels.map(([px, sz]) => ({ px, sz, n: 1 }))
  return { channel: 'l2Book', data: { coin, time, levels: [rows(bids), rows(asks)] } }
}

describe('the rule of Hyperliquid books', () => {
  it('turns each whole book after the first into changes', () => {
    const { track, read } = bind(bench())
    read(
      book(
        1_000,
        [
          ['100.0', '1.0'],
          ['99.0', '2.0'],
        ],
        [['101.0', '1.0']],
      ),
    )
    read(
      book(
        1_500,
        [
          ['100.0', '1.0'],
          ['98.0', '3.0'],
        ],
        [
          ['101.0', '4.0'],
          ['102.0', '1.0'],
        ],
      ),
    )
    expect(track.log).toEqual(['snapshot sampled', 'changes 1'])
    expect(track.levels(HYPERLIQUID_BTC, BID)).toEqual(['100.0 1.00000', '98.0 3.00000'])
    expect(track.levels(HYPERLIQUID_BTC, ASK)).toEqual(['101.0 4.00000', '102.0 1.00000'])
    read(
      book(
        2_000,
        [
          ['100.0', '1.0'],
          ['98.0', '3.0'],
        ],
        [
          ['101.0', '4.0'],
          ['102.0', '1.0'],
        ],
      ),
    )
    expect(track.log.at(-1)).toBe('unchanged')
  })

  it('ignores an older book and other coins', () => {
    const { track, read } = bind(bench())
    read(book(1_000, [['100.0', '1.0']], []))
    read(book(999, [['100.0', '2.0']], []))
    read(book(1_001, [['100.0', '3.0']], [], 'ETH'))
    expect(track.log).toEqual(['snapshot sampled'])
  })

  it('accepts an empty book', () => {
    const { track, read } = bind(bench())
    read(book(1_000, [], []))
    expect(track.log).toEqual(['snapshot sampled'])
    expect(track.book.size(BID) + track.book.size(ASK)).toBe(0)
  })

  it.each([
    ['no time', book(undefined, [], [])],
    ['a number as price', { channel: 'l2Book', data: { coin: 'BTC', time: 1, levels: [[{ px: 1, sz: '1' }], []] } }],
    ['one side', { channel: 'l2Book', data: { coin: 'BTC', time: 1, levels: [[]] } }],
  ])('is lost by a book with %s', (_, message) => {
    const { builder, read } = bind(bench())
    read(message)
    expect(builder.reason).toBe('a book without its time or levels')
  })
})

const PATH = 'data/ws/fixtures/hyperliquid__fra_l2book_btc.jsonl'

describe.skipIf(sharedFiles([PATH], 'the recorded books of Hyperliquid') === null)('recorded Hyperliquid books', () => {
  it('are rebuilt exactly, sample by sample', () => {
    const { track, read } = bind(bench())
    let samples = 0
    for (const line of (readShared(PATH) as string).trim().split('\n')) {
      read(line)
      const { channel, data } = JSON.parse(line) as {
        channel: string
        data: { coin: string; levels: { px: string; sz: string }[][] }
      }
      if (channel !== 'l2Book') continue
      samples += 1
      for (const side of [BID, ASK] as const) {
        const own = data.levels[side].map(({ px, sz }) => [Number(px), Number(sz)])
        expect(track.levels(HYPERLIQUID_BTC, side).map((row) => row.split(' ').map(Number))).toEqual(own)
      }
    }
    expect(samples).toBe(4)
    expect(track.log.filter((line) => line.startsWith('snapshot'))).toHaveLength(1)
  })
})

function bind(one: BuilderBench): {
  track: BuilderBench['track']
  builder: BuilderBench['builder']
  read: (message: object | string) => void
} {
  return { track: one.track, builder: one.builder, read: (message) => one.read(message) }
}
