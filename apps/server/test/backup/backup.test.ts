// A backup contains everything at one moment, and a restore rejects damaged or foreign files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, barsEqual } from '@flowprint/orderflow'
import {
  type Instrument,
  type TapeStore,
  openDerivativesStore,
  openStore,
  renewTapes,
} from '../../src/market/store/index.ts'
import { checkBooks } from '../../src/modules/books/commands/check-books.ts'
import { checkBackup, makeBackup, openBackup, restoreBackup } from '../../src/platform/backup/index.ts'
import { listRelations } from '../../src/platform/backup/catalog.ts'
import { damaged, FIRST_LINE } from '../../src/platform/backup/file-format.ts'
import type { FileRecord } from '../../src/platform/backup/file-format.ts'
import { createBus } from '../../src/platform/bus/index.ts'
import { applyMigrations, inTransaction, migrateDatabase, readMigrations } from '../../src/platform/database/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { bookWorld } from '../promotion/book-world.ts'
import type { BookWorld } from '../promotion/book-world.ts'
import { killTape } from '../market/store/kill-tape.ts'
import { barsOfHistory, makeTape } from '../market/store/tapes.ts'
import { emptyDatabase, spec } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { contentsOf } from './contents-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'flowprint-backup-'))
const file = join(folder, 'whole.backup')
const SECRETS = { files: { 'app-key': 'a key\n' }, keyIds: ['abc123'] }

let world: BookWorld
let store: TapeStore
const databases: TestDatabase[] = []

const fresh = async (): Promise<TestDatabase> => {
  const database = await emptyDatabase()
  databases.push(database)
  return database
}
const back = (pool: pg.Pool, path: string) => makeBackup({ pool, path, secrets: SECRETS, now: Date.UTC(2026, 2, 1) })
const restore = async (pool: pg.Pool, path: string) =>
  restoreBackup({ pool, backup: await openBackup(path), finish: renewTapes })
const storeOver = ({ pool, url }: { pool: pg.Pool; url: string }): TapeStore =>
  openStore({ pool, url, bus: createBus(() => {}) })

async function recordDerivatives(): Promise<void> {
  const { pool, url } = world
  const leases = new Leases(url)
  const listInstruments = () => store.listInstruments()
  const derivatives = openDerivativesStore({ pool, url, bus: createBus(() => {}), leases, listInstruments })
  const lease = await derivatives.acquireLease(await store.ensureInstrument(spec('TEST:PERP', { kind: 'perpetual' })))
  const t = Date.UTC(2026, 1, 1)
  for (const ts of [t, t - 1])
    await derivatives.append(lease, {
      liquidations: [{ ts, position: 'long', priceTicks: 10, lots: 2 }],
      coverage: { fromMs: t - 10, untilMs: t + 10, isComplete: false },
    })
  const values = {
    openInterest: '7.50',
    fundingRate: '-0.0001',
    nextFundingMs: t,
    markPrice: '10.10',
    indexPrice: null,
  }
  await derivatives.saveStats(lease, [{ minute: t, ...values }])
  await lease.release()
  await leases.close()
}

beforeAll(async () => {
  world = await bookWorld()
  const inviter = await world.inviter()
  await world.address(inviter, 1)
  for (let i = 0; i < 3; i++)
    await world.review((await world.submit(await world.person(world.codeOf(inviter)))).id, { amount: '199' })
  await world.reverse(1)
  store = storeOver(world)
  await store.importRun(await store.ensureInstrument(spec('TEST:PAST')), [killTape(3_000)])
  await recordDerivatives()
  await world.pool.query("insert into rate_hit values ('\\x01', '{1}', 2)")
  await back(world.pool, file)
})
afterAll(async () => {
  await store.close()
  for (const database of databases) await database.drop()
  await world.close()
  rmSync(folder, { recursive: true })
})

describe('restored backup', () => {
  let other: TestDatabase
  beforeAll(async () => {
    other = await fresh()
    await restore(other.pool, file)
  })

  test('contains every row of every table and every sequence', async () => {
    expect(await contentsOf(other.pool)).toEqual(await contentsOf(world.pool))
    const contents = await contentsOf(other.pool)
    expect(contents['account']).toMatch(/^5 /)
    // In the partitions of two months.
    expect([contents['liquidation_2026_01'], contents['liquidation_2026_02']]).toEqual([
      expect.stringMatching(/^1 /),
      expect.stringMatching(/^1 /),
    ])
    for (const table of ['derivatives_head', 'liquidation_coverage', 'market_stat_2026_02'])
      expect(contents[table]).toMatch(/^1 /)
  })

  test('has the schema of a new database: the same indexes, constraints and triggers, all enabled', async () => {
    const schema = async (pool: pg.Pool) =>
      (
        await pool.query(
          `select indexdef as text from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
       union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
        )
      ).rows
    expect(await schema(other.pool)).toEqual(await schema(world.pool))
  })

  test('has correct books, and rejects changes to immutable rows', async () => {
    expect((await checkBooks(other.pool)).faults).toEqual([])
    await expect(other.pool.query('delete from audit_log')).rejects.toThrow('append-only')
  })

  test('has the same tape to the last trade and bar, with a new identity', async () => {
    const restored = storeOver(other)
    const [before, after] = await Promise.all(
      [store, restored].map(async (one) => (await one.findInstrument('TEST:PAST')) as Instrument),
    )
    const [want, found] = await Promise.all(
      [
        [store, before],
        [restored, after],
      ].map(async ([one, instrument]) => {
        const trades = await (one as TapeStore).readTrades(instrument as Instrument, {
          from: 0,
          to: Infinity,
          limit: 10_000,
        })
        return {
          trades,
          bars: barsOfHistory(
            await (one as TapeStore).readHistory(instrument as Instrument, { cycleMs: 60_000, step: 10, limit: 5_000 }),
            60_000,
            10,
          ),
        }
      }),
    )
    expect(found.trades.length).toBe(3_000)
    expect(found.trades).toEqual(want.trades)
    expect(barsEqual(found.bars, want.bars)).toBe(true)
    expect(after.tape).not.toBe(before.tape)
    await restored.close()
  })

  test('assigns new numbers to new rows', async () => {
    const { rows } = await other.pool.query(
      "insert into site_setting (key, value, valid_from) values ('x', '1', now()) returning id > (select max(id) from site_setting) as is_new",
    )
    expect(rows[0].is_new).toBe(true)
  })
})

test('a backup during live writes is a consistent snapshot: exactly the trades of its log', async () => {
  const instrument = await store.ensureInstrument(spec('TEST:LIVE', { live: true }))
  const lease = await store.acquireLease(instrument)
  const path = join(folder, 'live.backup')
  let done = false
  const backup = back(world.pool, path).finally(() => (done = true))
  let written = 0
  while (!done || written < 40) {
    const ts = Date.UTC(2025, 6, 1) + written * 1_000
    const trades = makeTape(ts, [{ gap: 0, price: 8_000 + (written % 9), qty: 1, buy: true, fills: 1 }], written + 1)
    await store.appendLive(lease, trades, ts)
    written++
  }
  await backup
  await lease.release()
  const other = await fresh()
  await restore(other.pool, path)
  const restored = storeOver(other)
  const found = (await restored.findInstrument('TEST:LIVE')) as Instrument
  const trades = await restored.readTrades(found, { from: 0, to: Infinity, limit: 100_000 })
  expect((await restored.readLog(found, 1)).lastSeq).toBe(trades.length)
  expect(Array.from(trades.id)).toEqual(Array.from({ length: trades.length }, (_, i) => i + 1))
  await restored.close()
})

test('a restore refuses a non-empty database and leaves it unchanged', async () => {
  const other = await fresh()
  await migrateDatabase(other.pool)
  await other.pool.query("insert into site_setting (key, value, valid_from) values ('mine', '1', now())")
  const before = await contentsOf(other.pool)
  await expect(restore(other.pool, file)).rejects.toThrow('not empty')
  expect(await contentsOf(other.pool)).toEqual(before)
})

test('a backup never overwrites a file, is readable by its owner only, and leaves no temporary files', async () => {
  const before = readFileSync(file)
  await expect(back(world.pool, file)).rejects.toThrow('is there already')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(back(world.pool, join(folder, 'no-such-folder', 'x'))).rejects.toThrow('cannot be written')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a truncated or changed backup is rejected and the database stays empty', async () => {
  const whole = readFileSync(file)
  const other = await fresh()
  const path = join(folder, 'damaged.backup')
  const changed = (at: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes[at] ^= 0x10
    return bytes
  }
  const cuts = [0, 10, 30, 400, whole.length >> 1, whole.length - 30].map((length) => whole.subarray(0, length))
  const flips = [3, 40, whole.length >> 2, whole.length >> 1, whole.length - 20].map(changed)
  for (const bytes of [...cuts, ...flips, Buffer.from('pg_dump')]) {
    writeFileSync(path, bytes)
    await expect(restore(other.pool, path)).rejects.toThrow(/no backup of this program|damaged/)
    await expect(openBackup(path).then(checkBackup)).rejects.toThrow(/no backup of this program|damaged/)
    expect(await listRelations(other.pool)).toEqual([])
  }
  expect((await restore(other.pool, file)).rows).toBe((await checkBackup(await openBackup(file))).rows)
})

test('reports damage that is found after PostgreSQL has rejected a row', async () => {
  const { header, records } = await openBackup(file)
  async function* damagedLater(): AsyncGenerator<FileRecord> {
    for await (const record of records) {
      if (record.kind !== 'rows') {
        yield record
        continue
      }
      yield { kind: 'rows', bytes: Buffer.alloc(record.bytes.length, 7) }
      await sleep(300)
      throw damaged('a test changed it')
    }
  }
  const other = await fresh()
  const restoring = restoreBackup({ pool: other.pool, backup: { header, records: damagedLater() }, finish: renewTapes })
  await expect(restoring).rejects.toThrow('a test changed it')
  expect(await listRelations(other.pool)).toEqual([])
})

test('rejects a file whose last byte is changed, removed or added', { tags: ['long'] }, async () => {
  const whole = readFileSync(file)
  // Depending on how the last chunk arrives, compressors end with the last block, with an empty block or with an empty frame.
  const records = zstdDecompressSync(whole.subarray(FIRST_LINE.length))
  const compress = createZstdCompress()
  compress.write(records)
  await new Promise<void>((resolve) => void compress.flush(resolve))
  compress.end()
  const variants = [
    whole,
    Buffer.concat([FIRST_LINE, ...((await compress.toArray()) as Buffer[])]),
    Buffer.concat([FIRST_LINE, zstdCompressSync(records)]),
  ]
  const path = join(folder, 'last-byte.backup')
  for (const bytes of variants) {
    const last = bytes.length - 1
    const changed = Array.from({ length: 255 }, (_, i) => {
      const copy = Buffer.from(bytes)
      copy[last] ^= i + 1
      return copy
    })
    for (const damaged of [
      bytes.subarray(0, last),
      bytes.subarray(0, -3),
      Buffer.concat([bytes, Buffer.from([0])]),
      Buffer.concat([bytes, Buffer.from('\n')]),
      ...changed,
    ]) {
      writeFileSync(path, damaged)
      await expect(openBackup(path).then(checkBackup), `last byte ${damaged.at(-1)}`).rejects.toThrow(
        'The backup is damaged',
      )
    }
    writeFileSync(path, bytes)
    expect((await checkBackup(await openBackup(path))).rows).toBeGreaterThan(0)
  }
})

test('rejects bytes after the content, which the decompressor does not read', { tags: ['long'] }, async () => {
  const path = join(folder, 'long-end.backup')
  const frames = Buffer.concat(Array.from({ length: 100_000 }, () => zstdCompressSync(Buffer.alloc(0))))
  writeFileSync(path, Buffer.concat([readFileSync(file), frames]))
  expect((await checkBackup(await openBackup(path))).rows).toBeGreaterThan(0)
  writeFileSync(path, Buffer.concat([readFileSync(file), frames, Buffer.from([0])]))
  await expect(openBackup(path).then(checkBackup)).rejects.toThrow('The backup is damaged')
})

test('a changed backup is reported as damaged, whether it can be decoded or not', { tags: ['long'] }, async () => {
  const whole = readFileSync(file)
  const records = zstdDecompressSync(whole.subarray(FIRST_LINE.length))
  const other = await fresh()
  const path = join(folder, 'changed-row.backup')
  // A key of the header, and the hash of a migration in it.
  const places = [7, records.indexOf('"hash":') + 9]
  const rows: { at: number; length: number }[] = []
  for (let at = 0; at < records.length; at += 5 + records.readUInt32BE(at + 1)) {
    if (records[at] === 'R'.charCodeAt(0)) rows.push({ at: at + 5, length: records.readUInt32BE(at + 1) })
  }
  // The signature of the format, a count of columns, a length, values, the end.
  const largest = rows.reduce((most, one) => (one.length > most.length ? one : most))
  places.push(
    ...[0, 19, 21, 25, largest.length >> 2, largest.length >> 1, largest.length - 1].map((place) => largest.at + place),
  )
  for (const place of places) {
    const changed = Buffer.from(records)
    // A letter or digit stays one.
    changed[place] ^= place < largest.at ? 1 : 0x40
    writeFileSync(path, Buffer.concat([FIRST_LINE, zstdCompressSync(changed)]))
    await expect(restore(other.pool, path), `byte ${place}`).rejects.toThrow(
      'The backup is damaged: its checksum does not hold. Nothing was changed.',
    )
    expect(await listRelations(other.pool)).toEqual([])
  }
})

test('a backup of an older schema is restored unchanged and migrated at the next start', async () => {
  const [older, other] = [await fresh(), await fresh()]
  await inTransaction(older.pool, (client) => applyMigrations(client, readMigrations().slice(0, 8)))
  await older.pool.query(
    `insert into mail_outbox (dedupe_key, template, language, recipient, params, status, next_at, created_at) values ('k', 'activate', 'en', 'a@b', 'p', 'queued', now(), now())`,
  )
  const path = join(folder, 'older.backup')
  await back(older.pool, path)
  await restore(other.pool, path)
  expect(await contentsOf(other.pool)).toEqual(await contentsOf(older.pool))
  expect(await migrateDatabase(other.pool)).toEqual(
    readMigrations()
      .slice(8)
      .map(({ tag }) => tag),
  )
  expect((await other.pool.query('select dedupe_key from mail_outbox')).rows).toEqual([{ dedupe_key: 'k' }])
})

test('a backup of a newer or different schema is rejected', async () => {
  const other = await fresh()
  const backup = await openBackup(file)
  const { migrations } = backup.header
  const withLast = (change: object) => ({
    ...backup,
    header: {
      ...backup.header,
      migrations: migrations.map((one, i) => (i === migrations.length - 1 ? { ...one, ...change } : one)),
    },
  })
  for (const [change, says] of [
    [{ at: 9e15 }, 'a newer version'],
    [{ hash: 'other' }, 'was made with another'],
  ] as const) {
    await expect(restoreBackup({ pool: other.pool, backup: withLast(change), finish: renewTapes })).rejects.toThrow(
      says,
    )
  }
  expect(await listRelations(other.pool)).toEqual([])
})

test('months are not dropped while a backup runs, and are dropped the next day', async () => {
  const other = await fresh()
  await migrateDatabase(other.pool)
  const kept = storeOver(other)
  await kept.importRun(await kept.ensureInstrument(spec('TEST:OLD')), [
    makeTape(Date.UTC(2020, 1, 1), [{ gap: 0, price: 8_000, qty: 1, buy: true, fills: 1 }]),
  ])
  const client = await other.pool.connect()
  await client.query('select pg_advisory_lock_shared(4701003)')
  const drop = async () => (await kept.applyRetention(() => 24 * HOUR_MS, Date.UTC(2020, 2, 15))).dropped
  expect(await drop()).toEqual([])
  client.release(true)
  await expect.poll(drop, { timeout: 60_000 }).toEqual(['tape_chunk_2020_02', 'footprint_block_2020_02'])
  await kept.close()
})
