// Migrations go forward only: all missing ones are applied, or none.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appliedMigrations, migrateDatabase, readMigrations } from '../../src/platform/database/index.ts'
import { MIGRATIONS_FOLDER } from '../../src/platform/database/migrate-database.ts'
import { contentsOf } from '../backup/contents-of.ts'
import { emptyDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'flowprint-migrations-'))
let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

interface NewMigration {
  readonly text: string
  /** By default only programs that have this migration may use the database afterwards. */
  readonly oldestProgram?: string
}

/** The migrations of the program, followed by the given ones: 990_more, 991_more, … */
function withMore(...more: readonly NewMigration[]): string {
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; oldestProgram: string; breakpoints: boolean }[]
  }
  const last = journal.entries.at(-1)?.when ?? 0
  for (const [i, { text, oldestProgram }] of more.entries()) {
    const tag = `99${i}_more`
    journal.entries.push({
      idx: 900 + i,
      version: '7',
      when: last + i + 1,
      tag,
      oldestProgram: oldestProgram ?? tag,
      breakpoints: true,
    })
    writeFileSync(join(folder, `${tag}.sql`), text)
  }
  writeFileSync(path, JSON.stringify(journal))
  return folder
}

const NEWEST = readMigrations().at(-1)?.tag ?? ''

test('concurrent starts apply every migration once', async () => {
  const done = await Promise.all([migrateDatabase(database.pool), migrateDatabase(database.pool)])
  expect(done.map((tags) => tags.length).sort((a, b) => a - b)).toEqual([0, readMigrations().length])
})

test('first jobs of a task, in two transactions, do not wait for each other', async () => {
  const [one, other] = await Promise.all([database.pool.connect(), database.pool.connect()])
  for (const client of [one, other]) {
    await client.query("set lock_timeout = '2s'")
    await client.query('begin')
    for (const task of ['send_mail', 'deliver_alert']) await client.query('select graphile_worker.add_job($1)', [task])
  }
  for (const client of [one, other]) {
    await client.query('rollback')
    client.release(true)
  }
})

test('continues a database that drizzle migrated', async () => {
  const old = await emptyDatabase()
  try {
    // Table and row exactly as drizzle-orm 0.45 wrote them for the first migration.
    await old.pool.query('create schema drizzle')
    await old.pool.query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    const [first, ...others] = readMigrations()
    for (const statement of first.statements) await old.pool.query(statement)
    expect(first.hash).toBe('ccce26532728f9064abd9c0f3eed3ec25521ecc7b6c16bf871e593efd189f5d1')
    await old.pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      first.hash,
      1763600000000,
    ])
    expect(await migrateDatabase(old.pool)).toEqual(others.map(({ tag }) => tag))
    expect(await appliedMigrations(old.pool)).toEqual(readMigrations().map(({ at, hash }) => ({ at, hash })))
  } finally {
    await old.drop()
  }
})

test('a failing migration is named, and earlier ones of the same start are rolled back', async () => {
  const before = await contentsOf(database.pool)
  const broken = withMore(
    { text: 'create table fine (id int)' },
    { text: 'create table fine_too (id int);\n--> statement-breakpoint\ninsert into fine values (1 / 0)' },
  )
  await expect(migrateDatabase(database.pool, { folder: broken })).rejects.toThrow(
    /^Migration 991_more failed: division by zero\nNothing was changed/,
  )
  expect(await contentsOf(database.pool)).toEqual(before)
})

test.each([[undefined], ['9999_unknown'], ['991_more']])(
  'a migration must declare itself or an earlier one as the oldest program, not %s',
  (oldestProgram) => {
    const path = join(withMore({ text: '' }, { text: '' }), 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string; oldestProgram?: string }[] }
    const entry = journal.entries.find(({ tag }) => tag === '990_more')
    Object.assign(entry ?? {}, { oldestProgram })
    writeFileSync(path, JSON.stringify(journal))
    expect(() => readMigrations(folder)).toThrow('oldestProgram of 990_more')
  },
)

test('a migration that waits for a lock holds up other statements only briefly, and is repeated', async () => {
  const busy = await migratedDatabase()
  const holder = await busy.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from node')
    const lines: string[] = []
    const migrating = migrateDatabase(busy.pool, {
      folder: withMore({ text: 'alter table node add column place text' }),
      writeLine: (line) => lines.push(line),
    })
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('waits for a lock')]), { timeout: 20_000 })
    expect((await busy.pool.query('select from node')).rows).toEqual([])
    await holder.query('commit')
    expect(await migrating).toEqual(['990_more'])
  } finally {
    holder.release()
    await busy.drop()
  }
})

describe('a program older than its database', () => {
  let newer: TestDatabase
  beforeEach(async () => {
    newer = await migratedDatabase()
  })
  afterEach(() => newer.drop())

  test('uses it when every newer migration allows that, and changes nothing', async () => {
    const migrations = withMore(
      { text: 'create table fine (id int)', oldestProgram: NEWEST },
      { text: 'create table fine_too (id int)', oldestProgram: NEWEST },
    )
    expect(await migrateDatabase(newer.pool, { folder: migrations })).toEqual(['990_more', '991_more'])
    const applied = await appliedMigrations(newer.pool)
    const lines: string[] = []
    expect(await migrateDatabase(newer.pool, { writeLine: (line) => lines.push(line) })).toEqual([])
    expect(lines).toEqual([expect.stringContaining('migrated by a newer version')])
    expect(await appliedMigrations(newer.pool)).toEqual(applied)
  })

  test('is rejected when a newer migration, not necessarily the last one, excludes it', async () => {
    const migrations = withMore(
      { text: 'alter table node drop column roles' },
      { text: 'create table fine (id int)', oldestProgram: '990_more' },
    )
    await migrateDatabase(newer.pool, { folder: migrations })
    await expect(migrateDatabase(newer.pool)).rejects.toThrow('a newer version of this program')
  })

  test('is rejected when its database does not say what it is compatible with', async () => {
    await migrateDatabase(newer.pool, { folder: withMore({ text: 'select 1', oldestProgram: NEWEST }) })
    await newer.pool.query('alter table drizzle.__drizzle_migrations drop column oldest_program')
    await expect(migrateDatabase(newer.pool)).rejects.toThrow('a newer version of this program')
  })
})

test('a database of a release without compatible migrations records them from now on', async () => {
  const old = await migratedDatabase()
  try {
    await old.pool.query('alter table drizzle.__drizzle_migrations drop column oldest_program')
    await migrateDatabase(old.pool, { folder: withMore({ text: 'select 1', oldestProgram: NEWEST }) })
    expect(await migrateDatabase(old.pool)).toEqual([])
  } finally {
    await old.drop()
  }
})

async function migratedDatabase(): Promise<TestDatabase> {
  const migrated = await emptyDatabase()
  await migrateDatabase(migrated.pool)
  return migrated
}
