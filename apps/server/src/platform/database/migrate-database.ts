import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { messageOf, StartError } from '../errors/index.ts'
import type { Queryable } from './queryable.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))

/** One step of the schema, as the journal lists it. */
export interface Migration {
  /** File name: 0007_workspace. */
  readonly tag: string
  /** Sort key: ms since the epoch, greater than those of earlier migrations. */
  readonly at: number
  /** SHA-256 of the file; identifies applied migrations. */
  readonly hash: string
  readonly statements: readonly string[]
}

/** A migration that a database has applied. */
export interface AppliedMigration {
  readonly at: number
  readonly hash: string
}

/** The first releases migrated with drizzle; its table stays, so that every release finds what was applied. */
const TABLE = 'drizzle.__drizzle_migrations'

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

/** Every migration of this program, oldest first. */
export function readMigrations(folder = MIGRATIONS_FOLDER): readonly Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return { tag, at: when, hash, statements: text.split('--> statement-breakpoint') }
  })
}

/** Oldest first; empty when none was applied. */
export async function appliedMigrations(client: Queryable): Promise<readonly AppliedMigration[]> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  if (!found[0].there) return []
  const { rows } = await client.query<{ at: string; hash: string }>(
    `select created_at::text as at, hash from ${TABLE} order by created_at`,
  )
  return rows.map(({ at, hash }) => ({ at: Number(at), hash }))
}

/** Applies them in order, in the caller's transaction. Throws StartError naming the migration that failed. */
export async function applyMigrations(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { tag, at, hash, statements } of migrations) {
    try {
      for (const statement of statements) await client.query(statement)
      await client.query(`insert into ${TABLE} (hash, created_at) values ($1, $2)`, [hash, at])
    } catch (error) {
      throw new StartError(
        `Migration ${tag} failed: ${messageOf(error)}\nNothing was changed: the database is as it was before this start.`,
      )
    }
  }
}

/** Tasks of jobs about rows, enqueued in the transaction that writes the row. */
const ROW_TASKS = ['send_mail', 'deliver_alert'] as const
export type RowTask = (typeof ROW_TASKS)[number]

/**
 * Installs the job queue in its own schema. `client` is a connection outside a transaction. The first job of a task
 * registers the task: done here, because transactions that enqueue it for the first time would wait for each other.
 */
async function installJobQueue(pool: Pool, client: Queryable): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  for (const task of ROW_TASKS) {
    const key = `register ${task}`
    await client.query('begin')
    await client.query('select graphile_worker.add_job($1, job_key := $2)', [task, key])
    await client.query('select graphile_worker.remove_job($1)', [key])
    await client.query('commit')
  }
}

/** Key of the advisory lock that serializes migrations. */
export const MIGRATION_LOCK_KEY = 4_701_001
/** Key of the advisory lock that running backups share; nothing their snapshot sees may be dropped while they run. */
export const BACKUP_LOCK_KEY = 4_701_003

/**
 * Applies missing migrations in one transaction and installs the job queue, one process at a time. Returns the names of
 * the migrations. `pool` needs two connections.
 */
export async function migrateDatabase(pool: Pool, folder = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY])
    const applied = await appliedMigrations(client)
    const newest = applied.at(-1)?.at ?? 0
    const known = readMigrations(folder)
    if (newest > (known.at(-1)?.at ?? 0)) {
      throw new StartError(
        'The database was used by a newer version of this program. Start that version, or restore a backup made before the upgrade.',
      )
    }
    const missing = known.filter(({ at }) => at > newest)
    if (missing.length > 0) {
      await client.query('begin')
      await applyMigrations(client, missing)
      await client.query('commit')
    }
    await installJobQueue(pool, client)
    return missing.map(({ tag }) => tag)
  } finally {
    // Closing the connection releases the lock and rolls back what was not committed.
    client.release(true)
  }
}
