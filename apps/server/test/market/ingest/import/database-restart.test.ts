// An import continues after a restart or kill of its database, and ends with one message when the database stays down.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../../../src/market/store/index.ts'
import { retryingStore } from '../../../../src/market/ingest/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { StartError } from '../../../../src/platform/errors/index.ts'
import { cleanUp, enterableFolder, postgresPid, Program, startProgram } from '../../../platform/program.ts'

afterAll(cleanUp)

const COMMAND = fileURLToPath(new URL('../../../../src/commands/import.ts', import.meta.url))
const ROWS = 20_000
const FIRST = Date.UTC(2025, 0, 1)

/** Trades in Binance's layout, `ids` from `first` on. */
function tradeFile(folder: string, name: string, first: number): string {
  const path = join(folder, name)
  const rows = Array.from(
    { length: ROWS },
    (_, i) =>
      `${first + i},${100 + (i % 50)}.00,0.5,${50 + (i % 25)}.00,${FIRST + (first + i) * 20},${i % 2 === 0},true`,
  )
  writeFileSync(path, `${rows.join('\n')}\n`)
  return path
}

test('an import during a live server survives a kill -9 of PostgreSQL', { tags: ['long'] }, async () => {
  const dataDir = enterableFolder()
  const folder = enterableFolder()
  const files = Array.from({ length: 12 }, (_, i) => tradeFile(folder, `part-${i}.csv`, 1 + i * ROWS))
  const server = startProgram(dataDir)
  await server.says('answers on')
  const run = new Program(COMMAND, { DATA_DIR: dataDir }, [
    ...files,
    '--symbol',
    'BINANCE:LTCUSDT',
    '--format',
    'binance',
  ])
  for (const count of [2, 6]) {
    await run.says(' imported, ', count)
    const killed = postgresPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await server.says('nothing acknowledged is lost', count / 4 + 0.5)
  }
  expect(await run.ended).toBe(0)
  expect(run.output).toContain('the import waits for it')
  expect(run.output).not.toContain('    at ')
  const summary = JSON.parse(run.output.trim().split('\n').at(-1) as string) as {
    rows: number
    imported: number
    duplicates: number
    gaps: number
    rejected: number
  }
  expect(summary).toMatchObject({ rows: files.length * ROWS, rejected: 0, gaps: 0 })
  expect(summary.imported + summary.duplicates).toBe(files.length * ROWS)
  const { user, password, port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Record<
    string,
    string
  >
  const client = new pg.Client({ host: '127.0.0.1', port: Number(port), user, password, database: 'flowprint' })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select sum(trades)::int as count from tape_chunk')
  await client.end()
  expect(rows[0].count).toBe(files.length * ROWS)
})

test('an unavailable database ends the import with one message', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' })
  const said: string[] = []
  const store = retryingStore(openStore({ pool, bus: createBus(() => {}) }), {
    writeLine: (line) => void said.push(line),
    maxWaitMs: 700,
  })
  await expect(store.findInstrument('BINANCE:LTCUSDT')).rejects.toThrow(StartError)
  await expect(store.findInstrument('BINANCE:LTCUSDT')).rejects.toThrow(
    /^The database did not come back within \d+ minutes\. Files that were finished are kept; run the command again\.$/,
  )
  expect(said[0]).toMatch(/^The database is away \(.*\); the import waits for it\.$/)
  await pool.end()
})
