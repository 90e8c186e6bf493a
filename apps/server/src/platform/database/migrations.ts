import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
