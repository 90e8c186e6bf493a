import { expect, test } from 'vitest'
import { recommendJobs } from '../../../src/market/store/index.ts'
import type { TapeStore } from '../../../src/market/store/index.ts'

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

test('an instrument with trades and without recommendations gets them at start and every minute, others at midnight', async () => {
  const { renewed, store } = world()
  const [missing, all] = recommendJobs(store)
  expect([missing.cron, missing.runAtStart]).toEqual(['* * * * *', undefined])
  await missing.run()
  expect(renewed).toEqual(['T:OLD', 'T:LACKS'])
  renewed.length = 0
  expect([all.cron, all.runAtStart]).toEqual(['0 0 * * *', false])
  await all.run()
  expect(renewed.filter((symbol) => symbol === 'T:GOOD')).toEqual(['T:GOOD'])
})
