// @module-tag long
// The oldest supported PostgreSQL rejects some statements that the embedded one accepts.
import { expect, test } from 'vitest'
import { createHealthCheck } from '../../src/platform/database/index.ts'
import { hasPostgres, PostgresServer } from './postgres-server.ts'

test.skipIf(!hasPostgres)('the oldest supported PostgreSQL is ready', async () => {
  const server = await PostgresServer.create()
  const health = createHealthCheck(server.url('postgres'))
  try {
    expect(await health.check()).toBeNull()
  } finally {
    await health.close()
    await server.stop()
  }
})
