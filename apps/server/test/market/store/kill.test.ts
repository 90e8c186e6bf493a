// @module-tag long
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { barsEqual, continueSequence, CYCLES, sliceBars } from '@flowprint/orderflow'
import { openStore } from '../../../src/market/store/index.ts'
import type { Instrument, TapeStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../src/platform/database/index.ts'
import { cleanUp, enterableFolder, postgresPid, Program } from '../../platform/program.ts'
import { killTape } from './kill-tape.ts'
import { barsOfHistory, barsOfTape, numbers, sequenceOfHistory } from './tapes.ts'

afterAll(cleanUp)
const WRITER = fileURLToPath(new URL('kill-writer.ts', import.meta.url))
const lastAck = (output: string): number =>
  Math.max(0, ...[...output.matchAll(/^ack (\d+)$/gm)].map(([, id]) => Number(id)))

test('repeated kill -9 of PostgreSQL and the writer lose nothing acknowledged and store nothing twice', async () => {
  const dataDir = enterableFolder()
  let acknowledged = 0
  // Each round ends after a different number of commits, so that the kill hits a different moment of a commit.
  for (const [round, commits] of [23, 41, 58].entries()) {
    const writer = new Program(WRITER, {}, [dataDir])
    await writer.says('ack', commits)
    process.kill(postgresPid(dataDir), 'SIGKILL')
    // The same writer continues ...
    await writer.says('lease', 2)
    await writer.says('ack', 2 * commits)
    // ... until it is killed too, every other time together with its database.
    if (round % 2 === 0) process.kill(postgresPid(dataDir), 'SIGKILL')
    await writer.kill('SIGKILL')
    acknowledged = Math.max(acknowledged, lastAck(writer.output))
  }
  const database = await openDatabase({
    env: { databaseUrl: null, dataDir },
    command: 'judge',
    mode: 'own',
    writeLine: () => {},
    onLost: () => {},
  })
  const store = openStore({ pool: database.pool, url: database.url, bus: createBus(() => {}) })
  const instrument = (await store.findInstrument('TEST:KILL')) as Instrument
  await expectWhole(store, instrument, acknowledged)
  await database.close()
})

async function expectWhole(store: TapeStore, instrument: Instrument, acknowledged: number): Promise<void> {
  const stored = await store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged)
  const want = killTape(stored.length)
  expect(Array.from(stored.id)).toEqual(Array.from(want.id))
  expect(Array.from(stored.seq as Float64Array)).toEqual(Array.from(want.id))
  for (const { ms } of CYCLES) {
    const history = await store.readHistory(instrument, { cycleMs: ms, step: 10, limit: 5_000 })
    expect({
      ms,
      equal: barsEqual(numbers(barsOfHistory(history, ms, 10)), numbers(barsOfTape(want, ms, 10))),
    }).toEqual({ ms, equal: true })
  }
  for (const sequence of [
    { kind: 'ticks', size: 7 },
    { kind: 'volume', size: 900 },
  ] as const) {
    const history = await store.readHistory(instrument, { cycleMs: 0, sequence, step: 10, limit: 5_000 })
    const read = sequenceOfHistory(history, sequence, 10)
    const whole = continueSequence(null, want, sequence, 10).bars
    expect(barsEqual(numbers(read), numbers(sliceBars(whole, whole.length - read.length)))).toBe(true)
  }
  const { entries, lastSeq } = await store.readLog(instrument, 1)
  expect(lastSeq).toBe(stored.length)
  entries.reduce((next, entry) => {
    expect(entry.firstSeq).toBe(next)
    return entry.lastSeq + 1
  }, 1)
}
