// Records liquidations and statistics as fast as it can and prints `ack <commit>` after each commit.
import { MINUTE_MS } from '@flowprint/orderflow'
import { openDerivativesStore, openStore } from '../../../../src/market/store/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../../src/platform/database/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { KILL_COMMITS, KILL_SPEC, killCommit, killCommitAfter, killStat } from './kill-run.ts'

const writeLine = (line: string): void => console.log(line)
const database = await openDatabase({
  env: { databaseUrl: null, dataDir: process.argv[2] },
  command: 'recorder',
  mode: 'own',
  writeLine,
  onLost: writeLine,
})
const { pool, url } = database
const bus = createBus((error) => writeLine(String(error)))
const store = openStore({ pool, url, bus })
const derivatives = openDerivativesStore({
  pool,
  url,
  bus,
  leases: new Leases(url),
  listInstruments: () => store.listInstruments(),
})
const instrument = await store.ensureInstrument(KILL_SPEC)
for (;;) {
  try {
    const lease = await derivatives.acquireLease(instrument)
    writeLine(`lease ${lease.epoch}`)
    for (let k = killCommitAfter(lease.untilMs); k < KILL_COMMITS; k++) {
      const commit = killCommit(k)
      const minute = commit.coverage?.fromMs ?? 0
      if (minute % MINUTE_MS === 0) await derivatives.saveStats(lease, [killStat(minute)])
      await derivatives.append(lease, commit)
      writeLine(`ack ${k + 1}`)
    }
    break
  } catch (error) {
    writeLine(`interrupted: ${(error as Error).message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
writeLine('complete')
