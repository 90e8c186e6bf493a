import type { Queryable } from '../../src/platform/database/index.ts'

/** A table that is not a partition, or a column of one, as PostgreSQL's catalog has it. */
interface Column {
  readonly type: string
  readonly isNullable: boolean
  /** Statements that do not name the column fail. */
  readonly isRequired: boolean
}

/** A rule that rows of a table must satisfy, or what follows from writing them. */
interface Rule {
  readonly table: string
  readonly text: string
  /** Null: expressions, whose columns are unknown. */
  readonly columns: readonly string[] | null
}

/** What statements of a program depend on. */
export interface SchemaShape {
  readonly tables: ReadonlySet<string>
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>
  readonly rules: readonly Rule[]
  /** Bodies by name and types of arguments. */
  readonly functions: ReadonlyMap<string, string>
}

export async function loadShape(client: Queryable, schema = 'public'): Promise<SchemaShape> {
  const columns = await client.query<Column & { table: string; column: string }>(
    `select c.relname as table, attname as column, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
       attnotnull and not atthasdef and attidentity = '' as "isRequired"
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped`,
    [schema],
  )
  const rules = await client.query<Rule>(
    `select * from (
       select conrelid as oid, 'check or key ' || pg_get_constraintdef(oid) as text, conkey as keys
         from pg_constraint where contype in ('c', 'f')
       union all
       select indrelid, 'unique index on ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING btree ', ''),
         case when 0 = any(indkey::int2[]) then null else indkey::int2[] end
         from pg_index where indisunique
       union all
       select tgrelid, 'trigger ' || regexp_replace(pg_get_triggerdef(oid), '^CREATE TRIGGER \\S+ ', ''), null
         from pg_trigger where not tgisinternal
     ) as rule
     join lateral (select relname as table from pg_class c
       where c.oid = rule.oid and relnamespace = $1::regnamespace and not relispartition) as owner on true
     join lateral (select case when keys is null then null else array_agg(attname::text) end as columns
       from pg_attribute where attrelid = rule.oid and attnum = any(keys)) as named on true
     order by owner.table, text`,
    [schema],
  )
  const functions = await client.query<{ name: string; body: string }>(
    `select proname || '(' || oidvectortypes(proargtypes) || ')' as name, prosrc as body from pg_proc
     where pronamespace = $1::regnamespace`,
    [schema],
  )
  return {
    tables: new Set(columns.rows.map(({ table }) => table)),
    columns: new Map(columns.rows.map(({ table, column, ...rest }) => [`${table}.${column}`, rest])),
    rules: rules.rows,
    functions: new Map(functions.rows.map(({ name, body }) => [name, body])),
  }
}

/**
 * Changes of the schema after which statements written for `before` may fail or mean something else. A rule over new
 * columns only is none, because those statements do not set them.
 */
export function findBreakingChanges(before: SchemaShape, after: SchemaShape): string[] {
  const changes = [...before.tables]
    .filter((table) => !after.tables.has(table))
    .map((table) => `table ${table} is gone`)
  const isKept = (table: string): boolean => before.tables.has(table) && after.tables.has(table)
  for (const [name, { type }] of before.columns) {
    if (!isKept(name.split('.')[0])) continue
    const now = after.columns.get(name)
    if (now === undefined) changes.push(`column ${name} is gone`)
    else if (now.type !== type) changes.push(`column ${name}: ${type} became ${now.type}`)
  }
  for (const [name, { isNullable, isRequired }] of after.columns) {
    if (!isKept(name.split('.')[0])) continue
    const former = before.columns.get(name) ?? { isNullable: false, isRequired: false }
    if ((isRequired && !former.isRequired) || (former.isNullable && !isNullable))
      changes.push(`column ${name} must be set`)
  }
  const isIn = ({ rules }: SchemaShape, { table, text }: Rule): boolean =>
    rules.some((rule) => rule.table === table && rule.text === text)
  for (const rule of after.rules) {
    const { table, text, columns } = rule
    if (!isKept(table) || isIn(before, rule)) continue
    if (columns === null || columns.some((column) => before.columns.has(`${table}.${column}`)))
      changes.push(`${table}: ${text}`)
  }
  // Statements name unique indexes (ON CONFLICT) and rely on triggers.
  for (const rule of before.rules)
    if (isKept(rule.table) && !rule.text.startsWith('check') && !isIn(after, rule))
      changes.push(`${rule.table}: ${rule.text} is gone`)
  for (const [name, body] of before.functions) {
    const now = after.functions.get(name)
    if (now !== body) changes.push(`function ${name} ${now === undefined ? 'is gone' : 'is another'}`)
  }
  return changes
}
