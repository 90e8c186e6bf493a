// @module-tag long
import { fileURLToPath } from 'node:url'
import { composeColumns, decodeDepthFrame, foldColumns, MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, expect, test } from 'vitest'
import { openDepthStore, openStore } from '../../../../src/market/store/index.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../../src/platform/database/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { cleanUp, enterableFolder, postgresPid, Program } from '../../../platform/program.ts'
import { numbered } from './depth-world.ts'
import { KILL_FROM, KILL_SPEC, killRun } from './kill-run.ts'

afterAll(cleanUp)
const RECORDER = fileURLToPath(new URL('kill-depth.ts', import.meta.url))
const lastAck = (output: string): number =>
  Math.max(0, ...[...output.matchAll(/^ack (\d+)$/gm)].map(([, seq]) => Number(seq)))

test('repeated kill -9 of PostgreSQL and the recorder lose nothing acknowledged and never change the past', async () => {
  const dataDir = enterableFolder()
  let acknowledged = 0
  // Each round ends after a different number of commits, so that the kill hits a different moment of a commit or a fold.
  for (const [round, commits] of [61, 143, 222].entries()) {
    const recorder = new Program(RECORDER, {}, [dataDir])
    await recorder.says('ack', commits)
    process.kill(postgresPid(dataDir), 'SIGKILL')
    await recorder.says('lease', 2)
    await recorder.says('ack', commits + 40)
    if (round % 2 === 0) process.kill(postgresPid(dataDir), 'SIGKILL')
    await recorder.kill('SIGKILL')
    acknowledged = Math.max(acknowledged, lastAck(recorder.output))
  }
  const last = new Program(RECORDER, {}, [dataDir])
  await last.says('complete', 1)
  await last.kill('SIGKILL')
  const database = await openDatabase({
    env: { databaseUrl: null, dataDir },
    command: 'judge',
    mode: 'own',
    writeLine: () => {},
    onLost: () => {},
  })
  const { pool, url } = database
  const bus = createBus(() => {})
  const store = openStore({ pool, url, bus })
  const leases = new Leases(url)
  const depth = openDepthStore({ pool, url, bus, leases, listInstruments: () => store.listInstruments() })
  const instrument = (await store.findInstrument(KILL_SPEC.symbol)) as Instrument
  const log = (await depth.readFrames(instrument, 0, { limit: 100_000 })) ?? []
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1))
  expect(log.length).toBeGreaterThanOrEqual(acknowledged)
  // Every frame of the book is stored once, besides the starts of later runs.
  const frames = killRun()
  const stored = log.map(({ bytes }) => decodeDepthFrame(bytes)).filter(({ kind }) => kind === 'changes')
  expect(stored.map(({ until, changes }) => [until, changes])).toEqual(
    frames.filter(({ kind }) => kind === 'changes').map(({ until, changes }) => [until, changes]),
  )
  const toMs = frames[frames.length - 1].until
  const seconds = foldColumns(numbered(frames), { fromMs: KILL_FROM, toMs, step: 2 })
  const read = async (intervalMs: number) =>
    (await depth.readColumns(instrument, { fromMs: KILL_FROM, toMs, intervalMs })).columns
  expect(await read(1_000)).toEqual(seconds)
  for (const intervalMs of [5_000, MINUTE_MS])
    expect(await read(intervalMs)).toEqual(composeColumns([seconds], { intervalMs, fromMs: KILL_FROM, toMs }))
  await leases.close()
  await database.close()
})
