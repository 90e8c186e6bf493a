import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FencedError, isLeased, Leases } from '../../src/platform/lease/index.ts'
import { cutLeases, testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const fence = async (): Promise<void> => {}
const connections = async (): Promise<number> =>
  (await database.pool.query("select pid from pg_locks where locktype = 'advisory' and classid = 4705 group by pid"))
    .rowCount ?? 0

describe('leases', () => {
  test('are held by one process at a time, and about one thing each', async () => {
    const [one, other] = [new Leases(database.url), new Leases(database.url)]
    const first = await one.take({ kind: 'alerts', about: 'A' })
    expect(await other.tryTake({ kind: 'alerts', about: 'A' }, { fence })).toBeNull()
    expect(await one.tryTake({ kind: 'alerts', about: 'A' }, { fence })).toBeNull()
    const second = await other.tryTake({ kind: 'alerts', about: 'B' }, { fence })
    const waiting = other.take({ kind: 'alerts', about: 'A' })
    await first.release()
    expect(first.signal.reason).toBeInstanceOf(FencedError)
    await (await waiting).release()
    await second?.release()
    expect(await connections()).toBe(0)
  })

  test('share one connection, and are all lost with it', async () => {
    const leases = new Leases(database.url)
    const held = await Promise.all(['A', 'B', 'C'].map((about) => leases.take({ kind: 'alerts', about })))
    expect(await connections()).toBe(1)
    const lost = held.map(({ signal }) => once(signal, 'abort'))
    await cutLeases(database.pool, 'alerts')
    await Promise.all(lost)
    const again = await leases.take({ kind: 'alerts', about: 'A' })
    await held[0].release()
    expect(again.signal.aborted).toBe(false)
    await again.release()
  })

  test('are released when the fencing token cannot be raised', async () => {
    const leases = new Leases(database.url)
    const failing = leases.take({ kind: 'market', about: 7 }, { fence: () => Promise.reject(new Error('no row')) })
    await expect(failing).rejects.toThrow('no row')
    const { value, release } = await leases.take({ kind: 'market', about: 7 }, { fence: async () => 3 })
    expect(value).toBe(3)
    expect(await isLeased(database.pool, 'market', 7)).toBe(true)
    await release()
    expect(await isLeased(database.pool, 'market', 7)).toBe(false)
  })

  test('of a process that is silent for the timeout end, and those of a process that is not stay', async () => {
    const timeoutMs = 600
    const [silent, alive] = [new Leases(database.url, { timeoutMs }), new Leases(database.url, { timeoutMs })]
    const held = await alive.take({ kind: 'alerts', about: 'B' })
    // A process that hangs sends no heartbeat.
    const { setInterval: real } = globalThis
    globalThis.setInterval = ((run: () => void) => real(run, 1e9)) as typeof setInterval
    const lease = await silent.take({ kind: 'alerts', about: 'A' })
    globalThis.setInterval = real
    await once(lease.signal, 'abort')
    await sleep(2 * timeoutMs)
    expect(held.signal.aborted).toBe(false)
    await held.release()
  })

  test('of a connection that nothing answers are unconfirmed after the timeout, and lost after two', async () => {
    const timeoutMs = 600
    const leases = new Leases(database.url, { timeoutMs })
    const lease = await leases.take({ kind: 'alerts', about: 'A' })
    await sleep(2 * timeoutMs)
    expect(lease.isConfirmed).toBe(true)
    const { rows } = await database.pool.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and classid = 4705",
    )
    process.kill(rows[0].pid, 'SIGSTOP')
    try {
      while (lease.isConfirmed) await sleep(20)
      expect(lease.signal.aborted).toBe(false)
      await once(lease.signal, 'abort')
    } finally {
      process.kill(rows[0].pid, 'SIGCONT')
    }
    await (await leases.take({ kind: 'alerts', about: 'A' })).release()
  })
})
