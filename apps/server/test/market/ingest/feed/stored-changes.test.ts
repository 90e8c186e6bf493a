import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedChanges, storedDepthModes } from '../../../../src/market/ingest/index.ts'
import type { MarketChanges } from '../../../../src/market/ingest/index.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { testDatabase } from '../../../test-database.ts'
import type { TestDatabase } from '../../../test-database.ts'

let database: TestDatabase
let changes: MarketChanges
beforeAll(async () => {
  database = await testDatabase()
  changes = storedChanges(database.pool, createClock())
})
afterAll(() => database.drop())

test('a change without a depth keeps the one that is stored, and recorders read it', async () => {
  await changes.save('A:X', true, null)
  expect(await changes.load()).toEqual([{ symbol: 'A:X', enabled: true, depth: 'columns' }])
  await changes.save('A:X', true, null, 'levels')
  await changes.save('A:X', false, null)
  await changes.save('B:Y', true, null, 'off')
  expect(await changes.load()).toEqual([
    { symbol: 'A:X', enabled: false, depth: 'levels' },
    { symbol: 'B:Y', enabled: true, depth: 'off' },
  ])
  const modes = await storedDepthModes(database.pool).load()
  expect(Object.fromEntries(modes)).toMatchObject({ 'A:X': 'levels', 'B:Y': 'off' })
})

test('a change is recorded in the audit log with the depth before and after', async () => {
  const { rows } = await database.pool.query("select before, after from audit_log where object_id = 'A:X' order by id")
  expect(rows).toEqual([
    { before: null, after: { enabled: true } },
    { before: { enabled: true, depth: 'columns' }, after: { enabled: true, depth: 'levels' } },
    { before: { enabled: true, depth: 'levels' }, after: { enabled: false } },
  ])
})
