import type { Pool, PoolClient } from 'pg'
import { applyMigrations, copyFrom, inTransaction, MIGRATION_LOCK_KEY, readMigrations } from '../database/index.ts'
import type { AppliedMigration, Migration } from '../database/index.ts'
import { StartError } from '../errors/index.ts'
import { listRelations, loadTables, quoted } from './catalog.ts'
import { damaged, parse } from './file-format.ts'
import type { FileRecord, PartitionShape, TableShape } from './file-format.ts'
import type { Contents, OpenBackup } from './open-backup.ts'

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
  const { records } = backup
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
      const filled = await fillDatabase(client, backup)
      await finish(client)
      return filled
    } catch (error) {
      // PostgreSQL may reject a damaged row long before the checksum is reached: find out whether the file or the
      // server is at fault.
      for await (const _rest of records);
      throw error
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
