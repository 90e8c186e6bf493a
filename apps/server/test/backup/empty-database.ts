import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { loadTables, quoted } from '../../src/platform/backup/catalog.ts'
import { numberTypes } from '../../src/platform/database/index.ts'

export interface EmptyDatabase {
  readonly url: string
  readonly pool: pg.Pool
  drop(): Promise<void>
}

/** A database without a single table, as a host hands it out. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(inject('databaseUrl'))
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, types: numberTypes, max: 4 })
  pool.on('error', () => {})
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

/** Every row of every table as text, in an order of their own; tapes by number, since restoring renames them. */
export async function contentsOf(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const contents: Record<string, string> = {}
  for (const { name, columns } of await loadTables(pool)) {
    const list = columns.filter((column) => !(name === 'instrument' && column === 'tape')).map(quoted).join(', ')
    const { rows } = await pool.query<{ all: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line collate "C")), '') as all from (select row(${list})::text as line from ${quoted(name)}) t`,
    )
    contents[name] = rows[0].all
  }
  const { rows } = await pool.query<{ all: string }>("select string_agg(sequencename || '=' || last_value, ' ' order by sequencename) as all from pg_sequences where schemaname = 'public'")
  return { ...contents, sequences: rows[0].all }
}
