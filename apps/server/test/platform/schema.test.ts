// schema.ts is written by hand: compares it with the tables of a migrated database.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

/** Tables of the market store and of platform services, which use plain SQL. */
const PLAIN_SQL =
  /^(coverage|depth_(chunk|head|log)|derivatives_head|followed_market|footprint_block|instrument|key_check|known_listing|liquidation|market_stat|node|rate_hit|recommended_precision|tape_(chunk|head|log))(_|$)/

/** What the driver reads (number-types.ts), by type of PostgreSQL. Texts and JSON may have narrower types. */
const READ_AS: Readonly<Record<string, RegExp>> = {
  bigint: /^(number|Money)$/,
  integer: /^number$/,
  smallint: /^number$/,
  boolean: /^boolean$/,
  'timestamp with time zone': /^Date$/,
  bytea: /^Buffer$/,
  ARRAY: /^.+\[\]$/,
  jsonb: /^Json<.+>$/,
  uuid: /^string$/,
  text: /^(string|'.+'|Language|[A-Z][A-Za-z]+)$/,
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Columns of schema.ts: `table.column` and its type. */
function declaredColumns(): Map<string, string> {
  const text = readFileSync(new URL('../../src/platform/database/schema.ts', import.meta.url), 'utf8')
  const columns = new Map<string, string>()
  let table = ''
  for (const line of text.slice(text.indexOf('export interface Schema')).split('\n')) {
    table = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? table
    const column = /^ {4}(\w+): (.+)$/.exec(line)
    if (column !== null) columns.set(`${table}.${column[1]}`, column[2])
  }
  return columns
}

test('schema.ts declares the columns of the migrated database', async () => {
  const { rows } = await database.pool.query<{
    name: string
    table_name: string
    type: string
    nullable: boolean
    has_default: boolean
  }>(
    `select c.table_name || '.' || c.column_name as name, c.table_name, c.data_type as type, c.is_nullable = 'YES' as nullable,
       c.column_default is not null as has_default
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )
  const declared = declaredColumns()
  const tables = new Set([...declared.keys()].map((name) => name.split('.')[0]))
  const unknown = rows.map((row) => row.table_name).filter((name) => !tables.has(name) && !PLAIN_SQL.test(name))
  expect([...new Set(unknown)]).toEqual([])
  const stored = new Map(rows.filter((row) => tables.has(row.table_name)).map((row) => [row.name, row]))
  expect([...declared.keys()].sort()).toEqual([...stored.keys()].sort())
  for (const [name, type] of declared) {
    const column = stored.get(name)
    const generated = /^Generated<(.+)>$/.exec(type)
    const withoutNull = (generated?.[1] ?? type).replace(/ \| null$/, '')
    expect({ name, nullable: type.endsWith('| null'), has_default: generated !== null }).toEqual({
      name,
      nullable: column?.nullable,
      has_default: column?.has_default,
    })
    expect(withoutNull, name).toMatch(READ_AS[column?.type ?? ''])
  }
})
