import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import { messageOf, StartError } from '../errors/index.ts'
import { damaged, decodeRecords, FIRST_LINE, parse, ZstdFrames } from './file-format.ts'
import type { BackupHeader, FileRecord, PartitionShape, TableShape } from './file-format.ts'
import { applyMigrations, copyFrom, inTransaction, MIGRATION_LOCK_KEY, readMigrations } from '../database/index.ts'
import type { AppliedMigration, Migration } from '../database/index.ts'
import { listRelations, loadTables, quoted } from './catalog.ts'

export interface OpenBackup {
  readonly header: BackupHeader
  /** The records after the header; ends only when the file is complete. */
  readonly records: AsyncGenerator<FileRecord>
}

/** Opens the file and reads its header. Throws StartError when it is not a backup or is damaged. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const records = decodeRecords(unpacked(path))
  const first = await records.next()
  if (first.done === true || first.value.kind !== 'header') throw damaged('it does not begin with its header')
  return { header: parse<BackupHeader>(first.value.bytes), records }
}

export interface Contents {
  readonly tables: number
  readonly rows: number
}

/** Reads the whole file and verifies the checksum at its end. */
export async function checkBackup({ records }: OpenBackup): Promise<Contents> {
  let tables = 0
  let rows = 0
  for await (const { kind, bytes } of records) {
    if (kind === 'table') tables++
    if (kind === 'count') rows += parse<{ rows: number }>(bytes).rows
  }
  return { tables, rows }
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const unpack = createZstdDecompress()
  let isWhole = false
  const source = async function* (): AsyncGenerator<Buffer> {
    yield* packed(path)
    isWhole = true
  }
  // Errors of the source surface in the decompressor: the pipeline destroys it.
  pipeline(Readable.from(source(), { objectMode: false }), unpack).catch(() => {})
  try {
    yield* unpack as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof StartError ? error : damaged(messageOf(error))
  } finally {
    unpack.destroy()
  }
  // The decompressor stops after the first frame and ignores trailing bytes, which may not have been read yet.
  if (!isWhole) for await (const _ of packed(path));
}

/** The file without its first line; ends only after a complete frame. */
async function* packed(path: string): AsyncGenerator<Buffer> {
  const frames = new ZstdFrames()
  const checked = (chunk: Buffer): Buffer => {
    frames.feed(chunk)
    return chunk
  }
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (head.length === FIRST_LINE.length) {
        yield checked(chunk)
        continue
      }
      const joined = Buffer.concat([head, chunk])
      head = joined.subarray(0, FIRST_LINE.length)
      if (!FIRST_LINE.subarray(0, head.length).equals(head))
        throw new StartError(`${path} is no backup of this program.`)
      if (joined.length > head.length) yield checked(joined.subarray(head.length))
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${path} cannot be read: ${messageOf(error)}`)
  }
  if (head.length < FIRST_LINE.length) throw new StartError(`${path} is no backup of this program.`)
  frames.end()
}

export interface RestoreOptions {
  readonly pool: Pool
  readonly backup: OpenBackup
  /** Runs last, in the same transaction. */
  readonly finish: (client: PoolClient) => Promise<void>
}

/**
 * Fills an empty database in one transaction: if the process is killed, the database stays empty. Creates the schema as
 * of the backup; the next start applies later migrations.
 */
export async function restoreBackup({ pool, backup, finish }: RestoreOptions): Promise<Contents> {
  let fault: unknown = null
  // COPY may be waiting for the next record when PostgreSQL rejects an earlier one, and then drops its error.
  async function* watched(): AsyncGenerator<FileRecord> {
    try {
      yield* backup.records
    } catch (error) {
      fault = error
      throw error
    }
  }
  const records = watched()
  const contents = await inTransaction(pool, async (client) => {
    // A server that starts during the restore waits before its migrations.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_KEY])
    const found = await listRelations(client)
    if (found.length > 0) {
      throw new StartError(
        `The database is not empty (${found.slice(0, 3).join(', ')} …): nothing was restored. Give DATA_DIR or DATABASE_URL an empty one.`,
      )
    }
    try {
      const filled = await fillDatabase(client, { ...backup, records })
      await finish(client)
      return filled
    } catch (error) {
      // PostgreSQL may reject a damaged row long before the checksum is reached: find out whether the file or the
      // server is at fault.
      for await (const _rest of records);
      throw fault ?? error
    }
  })
  await pool.query('analyze')
  return contents
}

async function fillDatabase(client: PoolClient, { header, records }: OpenBackup): Promise<Contents> {
  await applyMigrations(client, migrationsOf(header.migrations))
  for (const partition of header.partitions) await makePartition(client, partition)
  const filled = await fillTables(client, records, await loadTables(client))
  for (const [name, last] of Object.entries(header.sequences)) {
    if (last !== null) await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  }
  return filled
}

/** The backup's migrations from this program, which must contain each of them unchanged. */
function migrationsOf(applied: readonly AppliedMigration[]): readonly Migration[] {
  const known = readMigrations()
  return applied.map(({ at, hash }) => {
    const migration = known.find((one) => one.at === at)
    if (migration === undefined)
      throw new StartError(
        'The backup is of a newer version of this program: restore it with that version, or with a later one.',
      )
    if (migration.hash !== hash)
      throw new StartError(
        `The backup was made with another ${migration.tag} than this program has: restore it with the version that made it.`,
      )
    return migration
  })
}

async function makePartition(client: PoolClient, { name, parent, bounds }: PartitionShape): Promise<void> {
  if (!/^FOR VALUES FROM \('-?\d+'\) TO \('-?\d+'\)$/.test(bounds))
    throw damaged(`the bounds of ${name} cannot be read`)
  await client.query(`create table ${quoted(name)} (like ${quoted(parent)} including all)`)
  await client.query(`alter table ${quoted(parent)} attach partition ${quoted(name)} ${bounds}`)
}

async function fillTables(
  client: PoolClient,
  records: AsyncGenerator<FileRecord>,
  shapes: readonly TableShape[],
): Promise<Contents> {
  const left = new Map(shapes.map((shape) => [shape.name, shape]))
  let rows = 0
  for (let next = await records.next(); next.done !== true; next = await records.next()) {
    const table = parse<TableShape>(next.value.bytes)
    const shape = left.get(table.name)
    if (next.value.kind !== 'table' || shape?.columns.join() !== table.columns.join())
      throw damaged(`its table ${table.name} is not the one of the schema`)
    left.delete(table.name)
    rows += await fillTable(client, table, records)
  }
  if (left.size > 0) throw damaged(`it has no ${[...left.keys()].join(', ')}`)
  return { tables: shapes.length, rows }
}

/**
 * The backup already contains the effects of triggers; the triggers that forbid changes must be enabled again at the
 * end.
 */
async function fillTable(client: PoolClient, table: TableShape, records: AsyncGenerator<FileRecord>): Promise<number> {
  const name = quoted(table.name)
  await client.query(`alter table ${name} disable trigger user`)
  // Rows inserted by migrations are in the backup too.
  await client.query(`delete from ${name}`)
  let counted: number | null = null
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      const { kind, bytes } = next.value
      if (kind === 'count') {
        counted = parse<{ rows: number }>(bytes).rows
        return
      }
      yield bytes
    }
  }
  const rows = await copyFrom(
    client,
    `copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin (format binary)`,
    chunks(),
  )
  if (rows !== counted) throw damaged(`${table.name} should have ${counted} rows and has ${rows}`)
  await client.query(`alter table ${name} enable trigger user`)
  return rows
}
