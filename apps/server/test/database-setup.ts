// One real embedded PostgreSQL for all database tests of a run; every test file gets a database of its own from a template.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase, startEmbeddedServer } from '../src/platform/database/index.ts'
import { TEMPLATE } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the maintenance database; the user may create databases. */
    databaseUrl: string
  }
}

/** Databases come and go by the hundred: where memory can be had as a folder (Linux), no file system has to write that down. */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 31

function place(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(place(), 'flowprint-tests-'))
  // mkdtemp makes 0700, which PostgreSQL's own user could not enter.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, say: () => {}, onLost: (reason) => console.error(reason) })
  const admin = new pg.Client(server.url)
  await admin.connect()
  // Nothing here outlives the run, and what must survive a kill has servers of its own: nothing is forced to the disk.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(server.url)
  template.pathname = `/${TEMPLATE}`
  const pool = new pg.Pool({ connectionString: template.href, max: 1 })
  await migrateDatabase(pool)
  await pool.end()
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
