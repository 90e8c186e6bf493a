import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { StartError } from '../errors/index.ts'
import { appliedMigrations, applyMigrations, MIGRATIONS_FOLDER, readMigrations } from './migrations.ts'

/** Key of the advisory lock that serializes migrations. */
export const MIGRATION_LOCK_KEY = 4_701_001
/** Key of the advisory lock that running backups share; nothing their snapshot sees may be dropped while they run. */
export const BACKUP_LOCK_KEY = 4_701_003

/** Applies missing migrations in one transaction, installs the job queue in its own schema, and returns the names. */
export async function migrateDatabase(pool: Pool, folder = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const applied = await migrateTables(pool, folder)
  // Concurrent installations are safe.
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  return applied
}

async function migrateTables(pool: Pool, folder: string): Promise<readonly string[]> {
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
    return missing.map(({ tag }) => tag)
  } finally {
    // Closing the connection releases the lock and rolls back what was not committed.
    client.release(true)
  }
}
