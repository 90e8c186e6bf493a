import { createHash } from 'node:crypto'
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  readdirSync,
  readSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import { appliedMigrations, BACKUP_LOCK_KEY, copyTo } from '../database/index.ts'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
import { loadPartitions, loadSequences, loadTables, quoted } from './catalog.ts'
import type { Secrets } from './catalog.ts'
import { encodeRecord, FIRST_LINE } from './file-format.ts'
import type { BackupHeader, TableShape } from './file-format.ts'

export interface BackupOptions {
  readonly pool: Pool
  /** Must not exist. */
  readonly path: string
  readonly secrets: Secrets
  readonly now: number
}

export interface BackupSummary {
  /** Names of incomplete files of killed backups that were removed from the folder. */
  readonly removedParts: readonly string[]
  readonly tables: number
  readonly rows: number
  readonly bytes: number
}

/**
 * Writes a consistent snapshot of the database without blocking reads or writes. The file gets its name only when it is
 * complete and synced. A killed backup leaves `<file>.<pid>.part`, which the next backup removes.
 */
export async function makeBackup({ pool, path, secrets, now }: BackupOptions): Promise<BackupSummary> {
  if (existsSync(path)) throw new StartError(`${path} is there already; a backup never replaces a file.`)
  const part = partPath(path)
  const count = { tables: 0, rows: 0 }
  const client = await pool.connect()
  try {
    // First: leftover files may be what fills a full disk.
    const removedParts = removeLeftParts(path)
    // Lock before the snapshot: otherwise it could list months that are dropped while it is taken.
    await client.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK_KEY])
    await client.query('begin isolation level repeatable read read only')
    const header = await loadHeader(client, secrets, now)
    const records = Readable.from(recordsOf(client, header, await loadTables(client), count), { objectMode: false })
    await pipeline(
      records,
      createZstdCompress(),
      headed(),
      createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }),
    )
    renameSync(part, path)
    syncFolder(dirname(path))
    return { ...count, removedParts, bytes: statSync(path).size }
  } catch (error) {
    rmSync(part, { force: true })
    if (['ENOENT', 'EACCES', 'ENOSPC', 'EROFS', 'EDQUOT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error)))
      throw new StartError(`The backup cannot be written: ${messageOf(error)}`)
    throw error
  } finally {
    // Closing the connection also ends the transaction and releases the lock.
    client.release(true)
  }
}

async function loadHeader(client: PoolClient, { files, keyIds }: Secrets, now: number): Promise<BackupHeader> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0)
    throw new StartError(
      'The database is empty: there is nothing to back up. Is DATA_DIR or DATABASE_URL the right one?',
    )
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  return {
    madeAt: new Date(now).toISOString(),
    postgres: rows[0].version,
    migrations,
    partitions: await loadPartitions(client),
    sequences: await loadSequences(client),
    keyIds,
    files,
  }
}

async function* recordsOf(
  client: PoolClient,
  header: BackupHeader,
  tables: readonly TableShape[],
  count: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const record = (...given: Parameters<typeof encodeRecord>): Buffer => {
    const bytes = encodeRecord(...given)
    hash.update(bytes)
    return bytes
  }
  yield record('header', header)
  for (const table of tables) {
    yield record('table', table)
    let rows = 0
    const text = `copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) to stdout (format binary)`
    for await (const chunk of copyTo(client, text, (n) => (rows = n))) yield record('rows', chunk)
    yield record('count', { rows })
    count.tables++
    count.rows += rows
  }
  yield encodeRecord('end', { sha256: hash.digest('hex') })
}

/** Prepends the line that identifies the file, readable without decompression. */
const headed = () =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield FIRST_LINE
    yield* chunks
  }

/** Makes the file name survive a power failure. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Path a backup is written to until it is complete. */
const partPath = (path: string): string => `${path}.${process.pid}.part`

/**
 * Removes the files of killed backups from the folder of `path` and returns their names. Keeps those of running
 * processes.
 */
function removeLeftParts(path: string): readonly string[] {
  const folder = dirname(path)
  const parts = readdirSync(folder).filter((name) => {
    const pid = Number(/\.(\d+)\.part$/.exec(name)?.[1])
    return pid > 0 && !isRunning(pid) && isPartOfBackup(join(folder, name))
  })
  for (const name of parts) rmSync(join(folder, name), { force: true })
  return parts
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Checks the content: another program's file may have such a name. */
function isPartOfBackup(path: string): boolean {
  const head = Buffer.alloc(FIRST_LINE.length)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return false
  }
  try {
    return head.subarray(0, readSync(file, head)).equals(FIRST_LINE)
  } finally {
    closeSync(file)
  }
}
