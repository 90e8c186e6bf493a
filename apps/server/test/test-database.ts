import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openStore } from '../src/market/store/index.ts'
import type { InstrumentSpec, TapeStore } from '../src/market/store/index.ts'
import { createBus, tapeTopic } from '../src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../src/platform/bus/index.ts'
import { handlePoolErrors, numberTypes } from '../src/platform/database/index.ts'

export const TEMPLATE = 'flowprint_template'

export interface TestDatabase {
  readonly url: string
  readonly pool: pg.Pool
  drop(): Promise<void>
}

/** A migrated, empty database. */
export const testDatabase = (): Promise<TestDatabase> => ownDatabase('test', createFromTemplate)

/** A database without tables, as a hosting provider creates it. */
export const emptyDatabase = (): Promise<TestDatabase> =>
  ownDatabase('empty', (admin, name) => admin.query(`create database ${name} template template0`))

async function ownDatabase(
  kind: string,
  create: (admin: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const admin = new pg.Client(inject('databaseUrl'))
  await admin.connect()
  const name = `${kind}_${randomBytes(6).toString('hex')}`
  await create(admin, name)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, types: numberTypes, max: 6 })
  handlePoolErrors(pool, () => {})
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** PostgreSQL does not allow two concurrent copies of one template. */
async function createFromTemplate(admin: pg.Client, name: string): Promise<void> {
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  await admin.query('select pg_advisory_unlock(1)')
}

/** Locks of leases: platform/lease. */
const LEASE_CLASSES = { market: 4_701, alerts: 4_705, node: 4_706, depth: 4_710, derivatives: 4_711 } as const

/**
 * Terminates every connection that holds a lease of this database, like a network failure, and waits until all are lost.
 * Other tests share the server.
 */
export async function cutLeases(pool: pg.Pool, kind: keyof typeof LEASE_CLASSES = 'market'): Promise<void> {
  const held =
    `from pg_locks where locktype = 'advisory' and classid = ${LEASE_CLASSES[kind]} and objsubid = 2 and granted ` +
    'and database = (select oid from pg_database where datname = current_database())'
  await pool.query(`select pg_terminate_backend(pid) ${held}`)
  while ((await pool.query(`select ${held}`)).rowCount !== 0) continue
}

export interface TestStore {
  readonly store: TapeStore
  readonly bus: Bus
  readonly database: TestDatabase
  /** Everything published about a symbol since the first request. */
  events(symbol: string): TapeEvent[]
  close(): Promise<void>
}

export async function testStore(options: { relay?: boolean } = {}): Promise<TestStore> {
  const database = await testDatabase()
  const bus = createBus((error) => {
    throw error
  })
  const store = openStore({ pool: database.pool, url: database.url, bus, ...options })
  const received = new Map<string, TapeEvent[]>()
  return {
    store,
    bus,
    database,
    events(symbol) {
      let list = received.get(symbol)
      if (list === undefined) {
        list = []
        received.set(symbol, list)
        bus.subscribe<TapeEvent>(tapeTopic(symbol), (event) => void list?.push(event))
      }
      return list
    },
    async close() {
      await store.close()
      await database.drop()
    },
  }
}

export function spec(symbol: string, given: Partial<InstrumentSpec> = {}): InstrumentSpec {
  return {
    symbol,
    exchange: symbol.split(':')[0],
    kind: 'spot',
    label: symbol,
    tickSize: '0.01',
    lotSize: '0.001',
    side: 'given',
    qtyUnit: 'base',
    ids: 'fills',
    live: false,
    simulated: false,
    ...given,
  }
}
