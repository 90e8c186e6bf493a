// @module-tag long
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { CYCLES, HOUR_MS, barsEqual, scaleTrades } from '@flowprint/orderflow'
import { type Instrument, openStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../src/platform/database/index.ts'
import { Program, cleanUp, enterableFolder, postgresPid } from '../../platform/program.ts'
import { quietMonths } from './kill-tape.ts'
import { barsOfHistory, barsOfTape, numbers } from './tapes.ts'

afterAll(cleanUp)
const CONVERTER = fileURLToPath(new URL('kill-converter.ts', import.meta.url))
const copied = (output: string): number[] => [...output.matchAll(/^copied (\d+)$/gm)].map(([, rows]) => Number(rows))

async function expectVersion(dataDir: string, version: number): Promise<void> {
  const database = await openDatabase({
    env: { databaseUrl: null, dataDir },
    command: 'judge',
    mode: 'own',
    writeLine: () => {},
    onLost: () => {},
  })
  const store = openStore({ pool: database.pool, url: database.url, bus: createBus(() => {}) })
  const instrument = (await store.findInstrument('TEST:CONVERT')) as Instrument
  expect(instrument.version).toBe(version)
  const [trades, step] = version === 1 ? [quietMonths(), 10] : [scaleTrades(quietMonths(), 2n, 10n), 20]
  for (const { ms } of CYCLES.filter((cycle) => version === 2 || cycle.ms >= HOUR_MS)) {
    const history = await store.readHistory(instrument, { cycleMs: ms, step, limit: 50_000 })
    expect({
      ms,
      equal: barsEqual(numbers(barsOfHistory(history, ms, step)), numbers(barsOfTape(trades, ms, step))),
    }).toEqual({ ms, equal: true })
  }
  await store.close()
  await database.close()
}

test('a killed conversion leaves the tape unchanged, resumes where it stopped, and completes', async () => {
  const dataDir = enterableFolder()
  let before = 0
  for (const [round, rows] of [1, 1_400, 2_800].entries()) {
    const converter = new Program(CONVERTER, {}, [dataDir])
    await converter.says('ready')
    for (let count = 1; Math.max(0, ...copied(converter.output)) < rows; count++) await converter.says('copied', count)
    // The second time together with its database, in the middle of a step.
    if (round === 1) process.kill(postgresPid(dataDir), 'SIGKILL')
    await converter.kill('SIGKILL')
    const seen = copied(converter.output)
    // The work of earlier steps is there from the start.
    expect(seen[0]).toBeGreaterThanOrEqual(before)
    before = Math.max(...seen)
    await expectVersion(dataDir, 1)
  }
  expect(before).toBeLessThan(5_000)
  const last = new Program(CONVERTER, {}, [dataDir])
  await last.says('converted to 2')
  expect(copied(last.output)[0]).toBeGreaterThanOrEqual(before)
  await last.kill('SIGKILL')
  await expectVersion(dataDir, 2)
})
