import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBus, tapeTopic } from '../../src/platform/bus/index.ts'
import type { TapeEvent } from '../../src/platform/bus/index.ts'
import type { Role } from '../../src/platform/env/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { Nodes, ownerOf, watchSeparateNodes } from '../../src/platform/nodes/index.ts'
import { cutLeases, testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { until } from '../until.ts'

const log = createLog('silent')
const SYMBOLS = Array.from({ length: 40 }, (_, i) => `BINANCE:S${i}`)

let database: TestDatabase
const open: { readonly nodes: Nodes; readonly leases: Leases }[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const { nodes, leases } of open.splice(0)) {
    await nodes.stop()
    await leases.close()
  }
})
afterAll(() => database.drop())

async function start(name: string, roles: readonly Role[] = ['ingest'], usesNats = true) {
  const leases = new Leases(database.url)
  const self = { name, roles, version: '0.1.0', usesNats }
  const nodes = new Nodes({ pool: database.pool, leases, self, log, refreshMs: 20 })
  open.push({ nodes, leases })
  await nodes.start()
  return { nodes, leases }
}
const namesOf = (nodes: Nodes): string[] => nodes.live.map(({ name }) => name)
const ownedBy = (nodes: Nodes): string[] => SYMBOLS.filter((symbol) => nodes.owns(symbol, 'ingest'))

describe('the list of nodes', () => {
  test('contains every running process, and loses those that stop', async () => {
    const [a, b] = [await start('a'), await start('b', ['web'])]
    await until(() => expect(namesOf(a.nodes)).toEqual(['a', 'b']))
    expect(namesOf(b.nodes)).toEqual(['a', 'b'])
    await a.nodes.stop()
    await until(() => expect(namesOf(b.nodes)).toEqual(['b']))
    const { rows } = await database.pool.query('select name from node')
    expect(rows).toEqual([{ name: 'b' }])
  })

  test('contains a process again whose lease was lost', async () => {
    const [a, b] = [await start('a'), await start('b')]
    await until(() => expect(namesOf(a.nodes)).toEqual(['a', 'b']))
    await cutLeases(database.pool, 'node')
    await database.pool.query('delete from node')
    await until(async () => {
      const { rows } = await database.pool.query('select name from node order by id')
      expect(rows).toEqual([{ name: 'a' }, { name: 'b' }])
      expect(namesOf(a.nodes)).toEqual(['a', 'b'])
      expect(namesOf(b.nodes)).toEqual(['a', 'b'])
    })
  })

  test('is rid of the rows of killed processes after a minute', async () => {
    await database.pool.query(
      `insert into node (name, roles, version, uses_nats, started_at)
       values ('old', '{web}', '0', true, now() - interval '2 minutes'), ('new', '{web}', '0', true, now())`,
    )
    const { nodes } = await start('a')
    expect(namesOf(nodes)).toEqual(['a'])
    const { rows } = await database.pool.query('select name from node order by id')
    expect(rows).toEqual([{ name: 'new' }, { name: 'a' }])
    await database.pool.query("delete from node where name = 'new'")
  })
})

describe('distribution of markets', () => {
  test('gives each market to one live ingest node, and those of a lost one to the others', async () => {
    const [a, b] = [await start('a'), await start('b'), await start('w', ['web'])]
    await until(() => {
      expect(namesOf(a.nodes)).toEqual(['a', 'b', 'w'])
      expect(namesOf(b.nodes)).toEqual(['a', 'b', 'w'])
    })
    const [ofA, ofB] = [ownedBy(a.nodes), ownedBy(b.nodes)]
    expect(ofA.length).toBeGreaterThan(0)
    expect(ofB.length).toBeGreaterThan(0)
    expect([...ofA, ...ofB].sort()).toEqual([...SYMBOLS].sort())
    await b.nodes.stop()
    await until(() => expect(ownedBy(a.nodes)).toEqual(SYMBOLS))
  })

  test('a node that joins or leaves moves only its own share', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 12 }), fc.string(), (ids, key) => {
        const owner = ownerOf(key, ids)
        expect(ids).toContain(owner)
        expect(ownerOf(key, [...ids].reverse())).toBe(owner)
        for (const lost of ids.filter((id) => id !== owner))
          expect(
            ownerOf(
              key,
              ids.filter((id) => id !== lost),
            ),
          ).toBe(owner)
      }),
    )
    expect(ownerOf('x', [])).toBeNull()
  })

  test('is even enough: of 1,000 markets on 4 nodes none has fewer than 200 or more than 300', () => {
    const counts = new Map<number | null, number>()
    for (let i = 0; i < 1000; i++) {
      const owner = ownerOf(`BINANCE:S${i}`, [3, 17, 20, 41])
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    expect([...counts.values()].every((count) => count >= 200 && count <= 300)).toBe(true)
  })

  test('a process that was not registered owns everything', () => {
    const leases = new Leases(database.url)
    const self = { name: 'a', roles: ['ingest'] as const, version: '0', usesNats: false }
    expect(ownedBy(new Nodes({ pool: database.pool, leases, self, log }))).toEqual(SYMBOLS)
  })
})

describe('processes that do not share live data', () => {
  test('are reported, and markets are read from the database until they end', async () => {
    const warn = vi.fn()
    const bus = createBus(() => {})
    const received: string[] = []
    bus.subscribe<TapeEvent>(tapeTopic('DEMO:X'), ({ kind }) => received.push(kind))
    const a = await start('a', ['web'], false)
    const stop = watchSeparateNodes({ nodes: a.nodes, bus, log: { ...log, warn } as never, pollMs: 10 })
    expect(warn).not.toHaveBeenCalled()
    const b = await start('b', ['ingest'], true)
    await until(() => expect(received.length).toBeGreaterThan(2))
    expect(warn.mock.calls[0][0]).toEqual({ nodes: ['b'] })
    expect(new Set(received)).toEqual(new Set(['resync']))
    expect(a.nodes.separate.map(({ name }) => name)).toEqual(['b'])
    await b.nodes.stop()
    await until(() => expect(a.nodes.separate).toEqual([]))
    const count = received.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(received.length).toBe(count)
    stop()
  })

  test('two processes with NATS are not separate', async () => {
    const [a, b] = [await start('a'), await start('b')]
    await until(() => expect(a.nodes.others).toHaveLength(1))
    expect(a.nodes.separate).toEqual([])
    expect(b.nodes.separate).toEqual([])
  })
})
