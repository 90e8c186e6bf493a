import { describe, expect, it } from 'vitest'
import {
  afterMessage,
  dataAgeMs,
  dataState,
  type MarketState,
  useMarket,
  STALE_AFTER_MS,
} from '../../src/features/order-flow/model/market-store.ts'
import { createTestScope } from './chart-scopes.ts'
import type { FromWorker, ViewMeta } from '../../src/workers/protocol.ts'
import { barsOf } from './bars.ts'

const META: ViewMeta = {
  symbol: 'A:B',
  cycle: '1m',
  cycleMs: 60_000,
  precision: '0.01',
  units: { tickSize: '0.01', lotSize: '0.001' },
  simulated: false,
  delayed: false,
  delayMs: null,
  estimated: false,
  live: true,
  followed: true,
  coverage: null,
  gaps: [],
}
const NOW = 1_000_000
const state = (changes: Partial<MarketState>, meta: Partial<ViewMeta> = {}): MarketState => ({
  ...useMarket.of(createTestScope().scope).getState(),
  meta: { ...META, ...meta },
  watermark: NOW - 500,
  feed: 'live',
  ...changes,
})

describe('the state of the data', () => {
  it.each([
    ['live', state({})],
    ['loading', state({ meta: null })],
    ['failed', state({ meta: null, phase: 'failed' })],
    ['history', state({ watermark: null }, { live: false, followed: false })],
    ['history', state({ watermark: null, bars: 3 }, { live: false })],
    ['waiting', state({ watermark: null, phase: 'empty' }, { live: false })],
    ['simulated', state({}, { simulated: true })],
    ['simulated', state({ watermark: null }, { live: false, followed: false, simulated: true })],
    ['delayed', state({}, { delayed: true })],
    ['delayed', state({ feed: 'delayed' })],
    ['repairing', state({ feed: 'repairing' })],
    ['stale', state({ feed: 'stale' })],
    ['stale', state({ watermark: NOW - STALE_AFTER_MS - 1 })],
    ['stale', state({ feed: 'stale' }, { simulated: true })],
    ['delayed', state({ watermark: NOW - 900_000 }, { delayed: true })],
  ] as const)('is %s', (word, market) => expect(dataState(market, NOW)).toBe(word))

  it('has no lag when nothing is live, and never a negative one', () => {
    expect(dataAgeMs(state({ watermark: null }, { live: false }), NOW)).toBe(0)
    expect(dataAgeMs(state({ watermark: NOW + 50 }), NOW)).toBe(0)
    expect(dataAgeMs(state({ watermark: NOW - 50 }), NOW)).toBe(50)
  })
})

describe('the state after a message', () => {
  const bars = barsOf([
    [0, 1, 1, true],
    [60_000, 1, 1, true],
  ])
  const none = barsOf([])
  const reset = (shown: typeof bars) =>
    ({ type: 'reset', view: 1, bars: shown, meta: META, watermark: 5, keep: false }) as unknown as FromWorker

  it('is ready with bars, empty without', () => {
    expect(afterMessage(state({ phase: 'loading' }), reset(bars))).toMatchObject({
      phase: 'ready',
      bars: 2,
      watermark: 5,
    })
    expect(afterMessage(state({ phase: 'loading' }), reset(none))).toMatchObject({ phase: 'empty', bars: 0 })
  })

  it('counts bars through updates and older pages', () => {
    const update = { type: 'update', view: 1, from: 9, bars, watermark: 7 } as unknown as FromWorker
    expect(afterMessage(state({ bars: 10 }), update)).toMatchObject({ bars: 11, watermark: 7 })
    expect(
      afterMessage(state({ bars: 10 }), { type: 'prepend', view: 1, bars } as unknown as FromWorker),
    ).toMatchObject({ bars: 12 })
  })

  it('becomes ready when the first bars come over the stream', () => {
    const update = { type: 'update', view: 1, from: 0, bars, watermark: 7 } as unknown as FromWorker
    expect(afterMessage(state({ phase: 'empty', bars: 0 }), update)).toMatchObject({ phase: 'ready', bars: 2 })
  })

  it('keeps the failure for the page to format', () => {
    const failure = { kind: 'timeout', code: '', words: '', data: null } as const
    expect(afterMessage(state({}), { type: 'failed', view: 1, failure })).toEqual({ phase: 'failed', failure })
  })
})
