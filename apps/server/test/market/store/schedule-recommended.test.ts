import { afterEach, expect, test, vi } from 'vitest'
import { scheduleRecommended } from '../../../src/market/store/index.ts'
import type { TapeStore } from '../../../src/market/store/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'

const NOON = Date.UTC(2026, 4, 13, 12)

/** Instruments: with recommendations, with an import killed before them, with those of an older version, and without trades. */
function world() {
  const renewed: string[] = []
  const listed = [
    { symbol: 'T:GOOD', from: NOON, recommended: { '1m': 5, '100t': 5 } },
    { symbol: 'T:OLD', from: NOON, recommended: { '1m': 5 } },
    { symbol: 'T:LACKS', from: NOON, recommended: {} },
    { symbol: 'T:EMPTY', from: null, recommended: {} },
  ]
  const store = {
    listInstruments: async () => listed,
    refreshRecommended: async ({ symbol }: { symbol: string }) => void renewed.push(symbol),
  }
  return { renewed, store: store as unknown as TapeStore }
}

afterEach(() => vi.useRealTimers())

test('an instrument with trades and without recommendations gets them at start, others at midnight', async () => {
  vi.useFakeTimers({ now: NOON })
  const { renewed, store } = world()
  const clock = { now: () => Date.now(), setOffset: () => undefined }
  const stop = scheduleRecommended({ store, clock, log: createLog('silent') })
  await vi.advanceTimersByTimeAsync(0)
  expect(renewed).toEqual(['T:OLD', 'T:LACKS'])
  renewed.length = 0
  await vi.advanceTimersByTimeAsync(12 * 3_600_000 + 60_000)
  expect(renewed.filter((symbol) => symbol === 'T:GOOD')).toEqual(['T:GOOD'])
  renewed.length = 0
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(renewed).toEqual([])
})
