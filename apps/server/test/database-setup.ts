// One PostgreSQL for all database tests of a run; every test file gets a separate database from a template.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { handlePoolErrors, migrateDatabase, startEmbeddedServer } from '../src/platform/database/index.ts'
import { TEMPLATE } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the maintenance database; its user may create databases. */
    databaseUrl: string
  }
}

/** Tests create and drop hundreds of databases: use a folder in memory where there is one (Linux). */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 31

function place(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}

interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** The server of TEST_DATABASE_SERVER (another version of PostgreSQL), or an embedded one. */
async function startServer(): Promise<Server> {
  const { TEST_DATABASE_SERVER: url } = process.env
  if (url !== undefined) return { url, stop: async () => {} }
  const dataDir = mkdtempSync(join(place(), 'flowprint-tests-'))
  // mkdtemp creates mode 0700, which the user of PostgreSQL could not enter.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, writeLine: () => {}, onLost: (reason) => console.error(reason) })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const admin = new pg.Client(server.url)
  await admin.connect()
  // The data is temporary, and tests of crashes use separate servers: fsync is off.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(server.url)
  template.pathname = `/${TEMPLATE}`
  const pool = new pg.Pool({ connectionString: template.href, max: 2 })
  handlePoolErrors(pool, (error) => console.error(error))
  await migrateDatabase(pool)
  await pool.end()
  project.provide('databaseUrl', server.url)
  return () => server.stop()
}
