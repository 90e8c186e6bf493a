import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from '../database/index.ts'
import type { PartitionShape, TableShape } from './file-format.ts'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
import { keyIdOf } from '../keys/index.ts'

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

/** Files of DATA_DIR that cannot be recreated. The cluster is covered by the tables; downloads can be fetched again. */
const CARRIED = ['app-key', 'dev-accounts.json']

export interface Secrets {
  readonly files: Readonly<Record<string, string>>
  readonly keyIds: readonly string[]
}

interface KeyEnv {
  readonly appKeys: readonly string[]
  readonly dataDir: string
}

/** The carried files and the ids of the keys in use: from APP_KEY, or from `DATA_DIR/app-key`. */
export function readSecrets({ appKeys, dataDir }: KeyEnv): Secrets {
  const files: Record<string, string> = {}
  for (const name of CARRIED) {
    const path = join(dataDir, name)
    if (existsSync(path)) files[name] = readFileSync(path, 'utf8')
  }
  const keys = appKeys.length > 0 ? appKeys : 'app-key' in files ? [files['app-key'].trim()] : []
  return { files, keyIds: keys.map(keyIdOf) }
}

/** Throws StartError when the keys of this configuration cannot open what the backup has sealed. */
export function checkKeys(kept: Secrets, env: KeyEnv): void {
  const [wanted] = kept.keyIds
  if (wanted === undefined) return
  const here = env.appKeys.length > 0 || !('app-key' in kept.files) ? readSecrets(env).keyIds : kept.keyIds
  if (here.includes(wanted)) return
  throw new StartError(
    'The backup was made with another APP_KEY: authenticator secrets, webhooks and pushes in it could not be opened.\n' +
      'Set APP_KEY to the one of then (or append it to yours after a comma). If it is lost: --lost-key restores all the same.',
  )
}

/** Writes the carried files with mode 0600. Existing files are never changed: one with other content is refused. */
export function writeFiles(files: Readonly<Record<string, string>>, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  for (const name of CARRIED) {
    const text = files[name]
    if (text === undefined) continue
    const path = join(dataDir, name)
    try {
      writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new StartError(`${path} cannot be written: ${messageOf(error)}`)
      if (readFileSync(path, 'utf8') !== text)
        throw new StartError(`${path} is another installation's: restore into an empty DATA_DIR.`)
    }
  }
}
