import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Of the advisory lock that keeps two starting processes from migrating at once. */
const LOCK_KEY = 4_701_001

/** Brings the database to the newest schema: hand-written SQL, since drizzle-kit cannot write PARTITION BY. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await migrate(drizzle(client), { migrationsFolder: FOLDER })
  } finally {
    // The connection goes, and the lock with it, whatever happened.
    client.release(true)
  }
}
