import type pg from 'pg'
import { loadTables, quoted } from '../../src/platform/backup/catalog.ts'

/** Every row of every table as text, sorted; tapes by number, since a restore renames them. */
export async function contentsOf(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const contents: Record<string, string> = {}
  for (const { name, columns } of await loadTables(pool)) {
    const list = columns
      .filter((column) => !(name === 'instrument' && column === 'tape'))
      .map(quoted)
      .join(', ')
    const { rows } = await pool.query<{ all: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line collate "C")), '') as all from (select row(${list})::text as line from ${quoted(name)}) t`,
    )
    contents[name] = rows[0].all
  }
  const { rows } = await pool.query<{ all: string }>(
    "select string_agg(sequencename || '=' || last_value, ' ' order by sequencename) as all from pg_sequences where schemaname = 'public'",
  )
  return { ...contents, sequences: rows[0].all }
}
