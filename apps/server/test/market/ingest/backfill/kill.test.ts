// @module-tag long
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CYCLES, DAY_MS, barsEqual } from '@flowprint/orderflow'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { Program, cleanUp } from '../../../platform/program.ts'
import { barsOfHistory, barsOfTape, numbers } from '../../store/tapes.ts'
import { type TestStore, spec, testStore } from '../../../test-database.ts'
import { FIRST_DAY, makeWorld, patchyTape } from './world.ts'
import type { World } from './world.ts'

const BACKFILL = fileURLToPath(new URL('kill-backfill.ts', import.meta.url))
const COMMAND = fileURLToPath(new URL('../../../../src/commands/backfill.ts', import.meta.url))
const tape = patchyTape([0.2, 3, 9, 14, 23.9, 24.1, 30, 31, 40, 47.9, 48.5, 55, 60, 66, 71])
let store: TestStore
let world: World
beforeAll(async () => {
  store = await testStore()
  world = await makeWorld(
    store,
    ['KILLUSDT', 'LINEUSDT'].map((marketId) => ({ layout: 'binance-spot', marketId, tape })),
  )
})
afterAll(async () => {
  await cleanUp()
  await world.close()
  await store.close()
})

async function expectTape(symbol: string): Promise<void> {
  const instrument = (await store.store.findInstrument(symbol)) as Instrument
  const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(Array.from(stored.id)).toEqual(Array.from(tape.id))
  for (const { ms } of CYCLES) {
    const history = await store.store.readHistory(instrument, { cycleMs: ms, step: 10, limit: 5_000 })
    expect({
      ms,
      equal: barsEqual(numbers(barsOfHistory(history, ms, 10)), numbers(barsOfTape(tape, ms, 10))),
    }).toEqual({ ms, equal: true })
  }
  expect((await store.store.coverage(instrument)).gaps).toEqual([])
}

test(
  'kill -9 while loading or storing loses nothing: repeated runs restore the tape of the source',
  { tags: ['long'] },
  async () => {
    const run = (): Program =>
      new Program(BACKFILL, {}, [
        store.database.url,
        world.archive.origin,
        world.folder,
        'BINANCE:KILLUSDT',
        String(FIRST_DAY),
        String(FIRST_DAY + 3 * DAY_MS),
      ])
    // Killed at a different moment each time: during a download, after a commit, during the second day.
    const moments: [string, number][] = [
      ['loading', 1],
      ['commit', 1],
      ['commit', 2],
      ['loading', 2],
      ['commit', 3],
    ]
    let kills = 0
    for (const [word, times] of moments) {
      const program = run()
      const reached = await Promise.race([
        program.says(word, times).then(
          () => true,
          () => false,
        ),
        program.ended.then(() => false),
      ])
      if (!reached) break
      await program.kill('SIGKILL')
      kills += 1
    }
    expect(kills).toBeGreaterThan(3)
    const last = run()
    await last.says('done')
    expect(await last.ended).toBe(0)
    const files = world.archive.requests.filter(({ path }) => path.endsWith('.zip') && path.includes('KILLUSDT'))
    // A kill loses the running day at most.
    expect(files.length).toBeLessThanOrEqual(3 + kills)
    await expectTape('BINANCE:KILLUSDT')
  },
)

const command = (args: readonly string[], env: Record<string, string> = {}): Program =>
  new Program(
    COMMAND,
    { DATABASE_URL: store.database.url, DATA_DIR: world.folder, ARCHIVE_URL_BINANCE: world.archive.origin, ...env },
    args,
  )

test('the command fills and reports the days, and exits with 0 and a line of JSON, also during a live feed', async () => {
  const args = ['--symbol', 'BINANCE:LINEUSDT', '--from', '2026-05-11', '--to', '2026-05-13', '--no-rest']
  const program = command(args)
  expect(await program.ended).toBe(0)
  const lines = program.output.trim().split('\n')
  const summary = JSON.parse(lines.findLast((line) => line.startsWith('{')) as string)
  expect(summary).toMatchObject({
    symbol: 'BINANCE:LINEUSDT',
    files: 3,
    imported: tape.length,
    duplicates: 0,
    rejected: 0,
    gaps: 0,
    missing_hours: 0,
  })
  expect(
    lines.filter((line) =>
      /^BINANCE:LINEUSDT 2026-05-1[123]: \d+ trades, \d+ new, 0 already there, [\d.]+ MB, [\d.]+ s$/.test(line),
    ),
  ).toHaveLength(3)
  await expectTape('BINANCE:LINEUSDT')
  const again = command(args)
  expect(await again.ended).toBe(0)
  expect(
    JSON.parse(
      again.output
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('{')) as string,
    ),
  ).toMatchObject({ files: 0, rows: 0 })
})

test('the command reports a missing network in one line and exits with 1', { tags: ['long'] }, async () => {
  const program = command(['--symbol', 'BINANCE:AWAYUSDT', '--from', '2026-05-11', '--to', '2026-05-11', '--no-rest'], {
    ARCHIVE_URL_BINANCE: 'http://127.0.0.1:9',
  })
  expect(await program.ended).toBe(1)
  expect(program.output.trim().split('\n')).toEqual([expect.stringMatching(/^127\.0\.0\.1:9 cannot be reached/)])
})

test('an invalid command line exits with 2 and prints the usage', async () => {
  const program = command(['--symbol', 'BINANCE:LINEUSDT', '--days', '0'])
  expect(await program.ended).toBe(2)
  expect(program.output).toContain('--days 0: a whole number from 1 to 3650')
  expect(program.output).toContain('npm run backfill -- --symbol')
})

test('Ctrl-C exits with 130 and keeps committed trades', async () => {
  const instrument = await store.store.ensureInstrument(
    spec('BINANCE:KILLUSDT.P', { tickSize: '0.1', lotSize: '0.0001' }),
  )
  const lock = await store.store.lockBackfill(instrument.symbol)
  const program = command(['--symbol', instrument.symbol, '--from', '2026-05-11', '--to', '2026-05-13', '--no-rest'])
  const { pool } = store.database
  for (let waiting = 0; waiting === 0;) {
    const { rows } = await pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid() and application_name <> $1",
      [`flowprint/${process.pid}`],
    )
    waiting = rows[0].n
  }
  expect(await program.kill('SIGINT')).toBe(130)
  expect(program.output).toContain('Stopping after the running batch')
  await lock.release()
})
