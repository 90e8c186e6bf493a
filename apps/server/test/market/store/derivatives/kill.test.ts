// @module-tag long
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, expect, test } from 'vitest'
import { openDerivativesStore, openStore } from '../../../../src/market/store/index.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../../src/platform/database/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { cleanUp, enterableFolder, postgresPid, Program } from '../../../platform/program.ts'
import { KILL_COMMITS, KILL_FROM, KILL_SPEC, killCommit, killCommitAfter, killStat } from './kill-run.ts'
import { Model, rowsOf } from './model.ts'

afterAll(cleanUp)
const RECORDER = fileURLToPath(new URL('kill-derivatives.ts', import.meta.url))
const lastAck = (output: string): number =>
  Math.max(0, ...[...output.matchAll(/^ack (\d+)$/gm)].map(([, commit]) => Number(commit)))

const openJudge = async (dataDir: string) => {
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
  const derivatives = openDerivativesStore({ pool, url, bus, leases, listInstruments: () => store.listInstruments() })
  return {
    derivatives,
    instrument: (await store.findInstrument(KILL_SPEC.symbol)) as Instrument,
    async close() {
      await leases.close()
      await database.close()
    },
  }
}

test('repeated kill -9 of PostgreSQL and the recorder lose nothing acknowledged and store nothing twice', async () => {
  const dataDir = enterableFolder()
  let acknowledged = 0
  // Each round ends after a different number of commits, so that the kill hits a different moment of a commit.
  for (const [round, commits] of [83, 211, 322].entries()) {
    const recorder = new Program(RECORDER, {}, [dataDir])
    await recorder.says('ack', commits)
    process.kill(postgresPid(dataDir), 'SIGKILL')
    await recorder.says('lease', 2)
    await recorder.says('ack', commits + 40)
    if (round % 2 === 0) process.kill(postgresPid(dataDir), 'SIGKILL')
    await recorder.kill('SIGKILL')
    acknowledged = Math.max(acknowledged, lastAck(recorder.output))
    const judge = await openJudge(dataDir)
    const head = await judge.derivatives.readHead(judge.instrument)
    expect(killCommitAfter(head?.untilMs ?? null)).toBeGreaterThanOrEqual(acknowledged)
    await judge.close()
  }
  const last = new Program(RECORDER, {}, [dataDir])
  await last.says('complete', 1)
  await last.kill('SIGKILL')
  const { derivatives, instrument, close } = await openJudge(dataDir)
  const model = new Model()
  for (let k = 0; k < KILL_COMMITS; k++) model.append(killCommit(k))
  const whole = { fromMs: 0, toMs: 4e12 }
  expect(rowsOf(await derivatives.readSince(instrument, 0, { limit: 100_000 }))).toEqual(model.rows)
  expect(rowsOf(await derivatives.readLiquidations(instrument, { ...whole, limit: 100_000 }))).toEqual(
    model.sorted(whole),
  )
  expect(await derivatives.readCoverage(instrument, whole)).toEqual(model.covers)
  expect(model.covers).toHaveLength(1)
  const starts = [KILL_FROM, KILL_FROM + 90_000, KILL_FROM + 1_300_000]
  const endMs = KILL_FROM + KILL_COMMITS * 1_000
  expect(await derivatives.readSums(instrument, { starts, endMs })).toEqual(model.sums(starts, endMs))
  expect(await derivatives.readStats(instrument, whole)).toEqual(
    Array.from({ length: KILL_COMMITS / 60 }, (_, i) => killStat(KILL_FROM + i * MINUTE_MS)),
  )
  await close()
})
