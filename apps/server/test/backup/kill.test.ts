// @module-tag long
// A kill -9 during a backup or restore leaves no partial file or database, and the next attempt succeeds.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRelations } from '../../src/platform/backup/catalog.ts'
import { FIRST_LINE } from '../../src/platform/backup/file-format.ts'
import { migrateDatabase } from '../../src/platform/database/index.ts'
import { cleanUp, Program } from '../platform/program.ts'
import { contentsOf } from './contents-of.ts'
import { emptyDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const command = (name: string): string => fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flowprint-kill-'))
const file = join(folder, 'whole.backup')

let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  ;[source, target] = [await emptyDatabase(), await emptyDatabase()]
  await migrateDatabase(source.pool)
  // Incompressible: the second half of the file holds half of the rows.
  await source.pool.query(
    `insert into audit_log (at, action, object_type, object_id)
     select now(), 'test', 'test', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 30) m) from generate_series(1, 4000) n`,
  )
})
afterAll(async () => {
  await cleanUp()
  await source.drop()
  await target.drop()
  rmSync(folder, { recursive: true })
})

/** What the program is running, seen from another connection; '' when it has ended. */
async function doing(pool: pg.Pool, where: string): Promise<string> {
  const { rows } = await pool.query(
    `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where} limit 1`,
  )
  return rows[0]?.query ?? ''
}
const ofProgram = (program: Program): string => `application_name = 'flowprint/${program.pid}'`

test('a killed backup leaves no file under its name, and the next one removes its temporary files', async () => {
  const client = await source.pool.connect()
  await client.query('begin')
  // It waits here, in the middle of its tables.
  await client.query('lock table site_setting in access exclusive mode')
  const backup = new Program(command('backup'), { DATABASE_URL: source.url, DATA_DIR: join(folder, 'data') }, [file])
  await expect
    .poll(() => doing(source.pool, `wait_event_type = 'Lock' and ${ofProgram(backup)}`), { timeout: 60_000 })
    .toContain('copy "site_setting"')
  await backup.kill('SIGKILL')
  await client.query('rollback')
  client.release()
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder)).toEqual([`whole.backup.${backup.pid}.part`])
  // Files of other programs and of running backups are kept.
  writeFileSync(join(folder, 'other.1.part'), 'a download')
  writeFileSync(join(folder, `running.backup.${process.pid}.part`), FIRST_LINE)
  const again = new Program(command('backup'), { DATABASE_URL: source.url, DATA_DIR: join(folder, 'data') }, [file])
  expect(await again.ended).toBe(0)
  expect(again.output).toContain(' rows, ')
  expect(again.output).toContain(`Removed whole.backup.${backup.pid}.part, which a killed backup left.`)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([
    'other.1.part',
    `running.backup.${process.pid}.part`,
  ])
})

test('a killed restore leaves the database empty', async () => {
  const pipe = join(folder, 'pipe')
  spawnSync('mkfifo', [pipe])
  const restore = new Program(command('restore'), { DATABASE_URL: target.url, DATA_DIR: join(folder, 'data') }, [pipe])
  const handle = openSync(pipe, 'r+')
  const whole = readFileSync(file)
  // The rest never arrives: the restore has half of the rows and waits for more.
  for (let at = 0; at < whole.length / 2;)
    at += writeSync(handle, whole, at, Math.min(16_384, (whole.length >> 1) + 1 - at))
  await expect
    .poll(() => doing(target.pool, `state = 'active' and ${ofProgram(restore)}`), { timeout: 60_000 })
    .toContain('copy "audit_log"')
  await restore.kill('SIGKILL')
  closeSync(handle)
  await expect.poll(() => doing(target.pool, ofProgram(restore)), { timeout: 60_000 }).toBe('')
  expect(await listRelations(target.pool)).toEqual([])
  const again = new Program(command('restore'), { DATABASE_URL: target.url, DATA_DIR: join(folder, 'data') }, [file])
  expect(await again.ended).toBe(0)
  expect(await contentsOf(target.pool)).toEqual(await contentsOf(source.pool))
})
