// Rolling upgrades: programs of the previous release use the schema of the next one (docs/decisions/upgrades.md).
import { emptyTrades, encodeTrades } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeMessage } from '../../src/platform/bus/wire.ts'
import { applyMigrations, inTransaction, migrateDatabase, readMigrations } from '../../src/platform/database/index.ts'
import { emptyDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { findBreakingChanges, loadShape } from './schema-shape.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

/**
 * Breaking changes that the oldest program does not notice, by migration, each with the reason: it no longer uses the
 * dropped column, for example.
 */
const UNNOTICED: Readonly<Record<string, readonly string[]>> = {}

test('every migration changes the schema only as the oldest program that it declares can bear', async () => {
  const migrations = readMigrations()
  const shapes = new Map<number, Awaited<ReturnType<typeof loadShape>>>()
  const faults: string[] = []
  for (const migration of migrations) {
    await inTransaction(database.pool, (client) => applyMigrations(client, [migration]))
    const shape = await loadShape(database.pool)
    shapes.set(migration.at, shape)
    if (migration.oldestProgram === migration.at) continue
    const before = shapes.get(migration.oldestProgram)
    if (before === undefined) throw new Error('Invariant: the oldest program is an earlier migration')
    for (const change of findBreakingChanges(before, shape))
      if (UNNOTICED[migration.tag]?.includes(change) !== true) faults.push(`${migration.tag}: ${change}`)
  }
  expect(faults).toEqual([])
  expect(migrations.some(({ at, oldestProgram }) => oldestProgram < at)).toBe(true)
})

describe('a change that programs of the previous release cannot bear is found', () => {
  const TABLES = `create table place (id bigint primary key, name text not null, note text, size int not null default 0);
    create table visit (place_id bigint references place (id), at timestamptz not null)`

  test.each([
    ['drop table visit', ['table visit is gone']],
    [
      'alter table place rename to spot',
      ['table place is gone', 'visit: check or key FOREIGN KEY (place_id) REFERENCES spot(id)'],
    ],
    ['alter table place drop column note', ['column place.note is gone']],
    ['alter table place rename column note to remark', ['column place.note is gone']],
    ['alter table place alter column size type bigint', ['column place.size: integer became bigint']],
    ['alter table place alter column note set not null', ['column place.note must be set']],
    ['alter table place alter column size drop default', ['column place.size must be set']],
    ['alter table place add column owner text not null', ['column place.owner must be set']],
    ['alter table place add check (size < 10)', ['place: check or key CHECK ((size < 10))']],
    ['create unique index on place (name)', ['place: unique index on (name)']],
    ['alter table place drop constraint place_pkey cascade', ['place: unique index on (id) is gone']],
    [
      'create trigger visit_rows before update on visit for each row execute function suppress_redundant_updates_trigger()',
      [
        'visit: trigger BEFORE UPDATE ON sample.visit FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      ],
    ],
    ['drop function sum_of(int)', ['function sum_of(integer) is gone']],
  ])('%s', async (change, expected) => {
    await inTransaction(database.pool, async (client) => {
      await client.query('create schema sample; set local search_path = sample')
      await client.query(`${TABLES}; create function sum_of(int) returns int language sql as 'select $1'`)
      const before = await loadShape(client, 'sample')
      await client.query(change)
      expect(findBreakingChanges(before, await loadShape(client, 'sample'))).toEqual(expected)
      await client.query('drop schema sample cascade')
    })
  })

  test('additions are none', async () => {
    await inTransaction(database.pool, async (client) => {
      await client.query('create schema sample; set local search_path = sample')
      await client.query(TABLES)
      const before = await loadShape(client, 'sample')
      await client.query(`create table guest (id bigint primary key, name text not null unique check (name <> ''));
        alter table place add column owner bigint references guest (id), add column floor int not null default 1 check (floor > 0);
        create index on place (name); create unique index on place (owner) where owner is not null;
        alter table place alter column name drop not null;
        create function other_of(int) returns int language sql as 'select $1'`)
      expect(findBreakingChanges(before, await loadShape(client, 'sample'))).toEqual([])
      await client.query('drop schema sample cascade')
    })
  })
})

// What a migration cannot show. When one of these fails, programs of the previous release cannot read what this one
// writes or sends: docs/decisions/upgrades.md says what to do.
test('frames, stored rows and messages have the formats that the previous release reads', () => {
  expect({ packed: encodeTrades(emptyTrades())[4], message: encodeMessage({})[0] }).toEqual({ packed: 1, message: 1 })
})

test('the schema of the job queue allows workers of the previous release', async () => {
  await migrateDatabase(database.pool)
  const { rows } = await database.pool.query(
    'select max(id) filter (where breaking) as breaking from graphile_worker.migrations',
  )
  expect(rows).toEqual([{ breaking: 19 }])
})
