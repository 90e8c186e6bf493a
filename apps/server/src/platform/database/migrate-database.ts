import type { Pool } from 'pg'
import { StartError } from '../errors/index.ts'
import { appliedMigrations, applyMigrations, MIGRATIONS_FOLDER, readMigrations } from './migrations.ts'

/** Of the advisory lock that keeps two starting processes from migrating at once. */
export const MIGRATION_LOCK_KEY = 4_701_001
/** Of the one that is shared by backups under way; nothing that their snapshot sees may be dropped meanwhile. */
export const BACKUP_LOCK_KEY = 4_701_003

/**
 * Brings the database to the newest schema: hand-written SQL, since drizzle-kit cannot write PARTITION BY. All that is
 * missing in one transaction: it arrives, or the database stays as it was. Returns the names of what was applied.
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
    if (missing.length === 0) return []
    await client.query('begin')
    await applyMigrations(client, missing)
    await client.query('commit')
    return missing.map(({ tag }) => tag)
  } finally {
    // The connection goes, and with it the lock and what was not committed, whatever happened.
    client.release(true)
  }
}
