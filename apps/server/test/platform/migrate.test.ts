// Migrations go forward only: all missing ones are applied, or none.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** The migrations of the program, followed by the given ones. */
function withMore(...more: readonly string[]): string {
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  const last = journal.entries.at(-1)?.when ?? 0
  for (const [i, text] of more.entries()) {
    const tag = `99${i}_more`
    journal.entries.push({ idx: 900 + i, version: '7', when: last + i + 1, tag, breakpoints: true })
    writeFileSync(join(folder, `${tag}.sql`), text)
  }
  writeFileSync(path, JSON.stringify(journal))
  return folder
}

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
    'create table fine (id int)',
    'create table fine_too (id int);\n--> statement-breakpoint\ninsert into fine values (1 / 0)',
  )
  await expect(migrateDatabase(database.pool, broken)).rejects.toThrow(
    /^Migration 991_more failed: division by zero\nNothing was changed/,
  )
  expect(await contentsOf(database.pool)).toEqual(before)
})

test('a program older than its database does not change it', async () => {
  expect(await migrateDatabase(database.pool, withMore('create table fine (id int)'))).toEqual(['990_more'])
  await expect(migrateDatabase(database.pool)).rejects.toThrow('a newer version of this program')
})
