import type { Queryable } from '../database/index.ts'
import type { PartitionShape, TableShape } from './file-format.ts'

/** Tables to back up: all except unlogged ones, which a crash empties too. Partitions are covered by their parents. */
const TABLES = `
  select c.oid::int as oid, c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    array(select f.confrelid::int from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by c.relname`

const PARTITIONS = `
  select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by c.relname`

interface TableRow extends TableShape {
  readonly oid: number
  readonly needs: readonly number[]
}

/** Every table, after the tables its foreign keys reference. */
export async function loadTables(client: Queryable): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableRow & Record<string, unknown>>(TABLES)
  const left = new Map(rows.map((row) => [row.oid, row]))
  const ordered: TableShape[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => needs.every((oid) => !left.has(oid)))
    if (ready.length === 0)
      throw new Error(
        `Invariant: foreign keys form a cycle among ${[...left.values()].map(({ name }) => name).join(', ')}`,
      )
    for (const { oid, name, columns } of ready) {
      left.delete(oid)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

export async function loadPartitions(client: Queryable): Promise<readonly PartitionShape[]> {
  const { rows } = await client.query<PartitionShape & Record<string, unknown>>(PARTITIONS)
  return rows.map(({ name, parent, bounds }) => ({ name, parent, bounds }))
}

/** Sequences of our tables, without the list of migrations, which numbers itself. */
export async function loadSequences(client: Queryable): Promise<Readonly<Record<string, string | null>>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by sequencename",
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Existing relations in our schemas; empty in a new database. */
export async function listRelations(client: Queryable): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'S') order by relname",
  )
  return rows.map(({ name }) => name)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
