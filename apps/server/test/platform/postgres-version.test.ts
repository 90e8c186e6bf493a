import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/index.ts'
import { emptyDatabase, TEMPLATE } from '../test-database.ts'
import { cleanUp, enterableFolder, MAIN, Program } from './program.ts'
import { hasPostgres, OLDEST_VERSION, PostgresServer } from './postgres-server.ts'

const ROOT = join(import.meta.dirname, '../../../..')

afterEach(cleanUp)

test('a start against an older PostgreSQL fails with one line that names the required version', async () => {
  const database = await emptyDatabase()
  // The server calls itself 14.11 to every connection of this database.
  await database.pool.query(`
    create schema older;
    create function older.current_setting(name text) returns text language sql as $$
      select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end
    $$`)
  await database.pool.query(
    `alter database ${new URL(database.url).pathname.slice(1)} set search_path = older, pg_catalog, public`,
  )
  const env = { DATABASE_URL: database.url, DATA_DIR: enterableFolder(), PORT: '0', ROLES: 'worker' }
  const program = new Program(MAIN, env)
  expect(await program.ended).toBe(1)
  expect(program.output.trim().split('\n')).toEqual([
    'The database of DATABASE_URL cannot be used: PostgreSQL 15 or later is required, this is 14',
  ])
  await database.drop()
})

describe.skipIf(!hasPostgres)(`PostgreSQL ${OLDEST_VERSION}`, { tags: ['long'], timeout: 45 * 60_000 }, () => {
  test('migrates an empty database, and a restart changes nothing', async () => {
    const server = await PostgresServer.create()
    await server.query('create database flowprint', 'postgres')
    const lines: string[] = []
    for (let starts = 0; starts < 2; starts++) {
      const database = await openDatabase({
        env: { databaseUrl: server.url(), dataDir: '/nowhere' },
        command: 'test',
        mode: 'share',
        writeLine: (line) => lines.push(line),
      })
      await database.close()
    }
    expect(lines).toEqual([expect.stringMatching(/^Migrated the schema to \d{4}_\w+ \(\d+ new\)$/)])
    await server.stop()
  })

  test('passes the market and business suites', async () => {
    const server = await PostgresServer.create()
    const suites = ['market', 'calls', 'accounts', 'membership', 'promotion', 'admin', 'alerts', 'workspace', 'content']
    const folders = suites.map((suite) => `apps/server/test/${suite}`)
    // Checks the sources with a feature of PostgreSQL 16.
    const others = ['--exclude', '**/instrument-filter.test.ts']
    // What this version cannot do fails twice; the other long tests use the same two cores.
    const size = ['--maxWorkers=1', '--tags-filter=!long', '--retry=1']
    const args = ['run', '--project', 'database', ...size, ...others, ...folders]
    const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
    const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), args, {
      cwd: ROOT,
      env: { ...Object.fromEntries(clean), TEST_DATABASE_SERVER: server.url('postgres') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text))
    const [code] = await once(child, 'exit')
    const templates = await server.query(`select from pg_database where datname = '${TEMPLATE}'`, 'postgres')
    await server.stop()
    const text = stripVTControlCharacters(output)
    const failures = text.slice(Math.max(0, text.search(/^.*Failed (Tests|Suites) /m)))
    if (code !== 0) throw new Error(`the suites failed on PostgreSQL ${OLDEST_VERSION}:\n${failures}`)
    expect(text).toMatch(/Test Files {2}\d+ passed/)
    expect(templates).toHaveLength(1)
  })
})
