import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { delay } from '../async/index.ts'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
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
  /**
   * `at` of the newest migration of the oldest program that may use the database afterwards: docs/decisions/upgrades.md.
   */
  readonly oldestProgram: number
}

/** A migration that a database has applied. */
export interface AppliedMigration {
  readonly at: number
  readonly hash: string
}

/** The first releases migrated with drizzle; its table stays, so that every release finds what was applied. */
const TABLE = 'drizzle.__drizzle_migrations'

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number; readonly oldestProgram: string }[]
}

/** Every migration of this program, oldest first. */
export function readMigrations(folder = MIGRATIONS_FOLDER): readonly Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal
  const atOf = new Map(entries.map(({ tag, when }) => [tag, when]))
  return entries.map(({ tag, when, oldestProgram }) => {
    const oldestAt = atOf.get(oldestProgram)
    if (oldestAt === undefined || oldestAt > when)
      throw new Error(
        `Condition failed: oldestProgram of ${tag} is this migration or an earlier one, had ${oldestProgram}`,
      )
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return { tag, at: when, hash, statements: text.split('--> statement-breakpoint'), oldestProgram: oldestAt }
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

/**
 * `at` of the newest migration of the oldest program that may use the database. A row without it is of a release whose
 * programs ran on their own schema only.
 */
async function loadOldestProgram(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    `select max(coalesce((to_jsonb(applied) ->> 'oldest_program')::bigint, created_at))::text as at from ${TABLE} as applied`,
  )
  return Number(rows[0].at)
}

/** Applies them in order, in the caller's transaction. Throws StartError naming the migration that failed. */
export async function applyMigrations(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint, oldest_program bigint)`,
  )
  // Only when needed: it would wait for a running backup.
  const { rows } = await client.query(
    `select 1 from pg_attribute where attrelid = '${TABLE}'::regclass and attname = 'oldest_program'`,
  )
  if (rows.length === 0) await client.query(`alter table ${TABLE} add column oldest_program bigint`)
  for (const { tag, at, hash, statements, oldestProgram } of migrations) {
    try {
      for (const statement of statements) await client.query(statement)
      await client.query(`insert into ${TABLE} (hash, created_at, oldest_program) values ($1, $2, $3)`, [
        hash,
        at,
        oldestProgram,
      ])
    } catch (error) {
      throw new StartError(
        `Migration ${tag} failed: ${messageOf(error)}\nNothing was changed: the database is as it was before this start.`,
        { cause: error },
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

/** Statements of running nodes queue behind a migration that waits for a lock. */
const LOCK_TIMEOUT_MS = 500
const LOCK_RETRY_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'

export interface MigrateOptions {
  readonly folder?: string
  readonly writeLine?: (line: string) => void
}

/**
 * Applies missing migrations in one transaction and installs the job queue, one process at a time. Returns the names of
 * the migrations. `pool` needs two connections. Throws StartError when the database was migrated by a newer program and
 * is no longer compatible with this one.
 */
export async function migrateDatabase(
  pool: Pool,
  { folder = MIGRATIONS_FOLDER, writeLine = () => {} }: MigrateOptions = {},
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY])
    const applied = await appliedMigrations(client)
    const newest = applied.at(-1)?.at ?? 0
    const known = readMigrations(folder)
    const own = known.at(-1)?.at ?? 0
    if (newest > own) {
      if ((await loadOldestProgram(client)) > own) {
        throw new StartError(
          'The database was used by a newer version of this program. Start that version, or restore a backup made before the upgrade.',
        )
      }
      writeLine('The database was migrated by a newer version of this program, which this version is compatible with')
    }
    const missing = known.filter(({ at }) => at > newest)
    while (missing.length > 0 && !(await tryMigrate(client, missing))) {
      writeLine('A migration waits for a lock that another connection holds, will retry')
      await delay(LOCK_RETRY_MS)
    }
    await installJobQueue(pool, client)
    if (missing.length > 0) writeLine(`Migrated the schema to ${missing.at(-1)?.tag} (${missing.length} new)`)
    return missing.map(({ tag }) => tag)
  } finally {
    // Closing the connection releases the lock and rolls back what was not committed.
    client.release(true)
  }
}

/** Applies them in one transaction. False: a lock was not available in time, and nothing was changed. */
async function tryMigrate(client: Queryable, missing: readonly Migration[]): Promise<boolean> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    await applyMigrations(client, missing)
  } catch (error) {
    if (codeOf((error as Error).cause ?? error) !== LOCK_NOT_AVAILABLE) throw error
    await client.query('rollback')
    return false
  }
  await client.query('commit')
  return true
}
