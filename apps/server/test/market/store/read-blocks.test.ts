import { simulatedTape } from '@flowprint/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ByteCache } from '../../../src/market/store/read/byte-cache.ts'
import { inSnapshot } from '../../../src/market/store/read/history-view.ts'
import { listBlocks, loadPayloads } from '../../../src/market/store/read/read-blocks.ts'
import { TIERS } from '../../../src/market/store/tiers.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTES = 180

let world: TestStore
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

test('a cached row keeps no more memory than its bytes, which the cache counts', async () => {
  const instrument = await world.store.ensureInstrument(spec('TEST:ROWS'))
  await world.store.importRun(instrument, [simulatedTape({ seed: 1, from: START, minutes: MINUTES })])
  const cache = new ByteCache<Uint8Array>({ limitBytes: Infinity, bytesOf: (payload) => payload.length })
  const [tier] = TIERS
  const query = { tier, step: 1, fromTs: START, toTs: START + MINUTES * 60_000, limit: 1_000 }
  const payloads = await inSnapshot(world.database.pool, async (client) =>
    loadPayloads(client, cache, instrument.id, await listBlocks(client, instrument.id, query)),
  )
  expect(payloads.length).toBeGreaterThan(1)
  for (const payload of payloads) expect(payload.buffer.byteLength).toBe(payload.byteLength)
})
