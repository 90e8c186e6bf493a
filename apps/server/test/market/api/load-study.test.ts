import { BAR_COMPLETE, MINUTE_MS, parseSettings } from '@flowprint/orderflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStudy } from '../../../src/market/index.ts'
import type { TapeReads } from '../../../src/market/store/index.ts'
import { testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { DatabaseTape } from '../stream/database-tape.ts'

const START = Date.UTC(2026, 0, 5, 12)
const CYCLE_MS = 15_000

let world: TestStore
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

test('a bar whose end is missing is never read as complete, even when the gap is committed during the read', async () => {
  const tape = await DatabaseTape.open(world.store, world.bus, 'TEST:STUDY')
  const trade = (ts: number) => ({ ts, price: 8_000, qty: 1, buy: true })
  await tape.commit([trade(START), trade(START + 10_000)], START + 10_000)
  /** Delays each read until the first trade after an interruption is committed. */
  let committed: Promise<void> | null = null
  const delayed: TapeReads = {
    ...world.store,
    readHistory: async (...args) => {
      await (committed ??= tape.commitAfter(trade(START + 40_000), START + 10_001, START + 39_999))
      return world.store.readHistory(...args)
    },
  }
  const study = await loadStudy(delayed, tape.instrument, {
    cycleMs: CYCLE_MS,
    step: 1,
    settings: parseSettings(undefined),
    limit: 10,
    cut: undefined,
    nowMs: START + MINUTE_MS,
  })
  const at = study.bars.t.indexOf(START)
  expect(study.watermark).toBe(START + 40_000)
  expect(study.bars.state[at]).not.toBe(BAR_COMPLETE)
  await tape.close()
})
