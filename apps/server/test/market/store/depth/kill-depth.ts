// Records a book as fast as it can, folds its minutes and prints `ack <seq>` after each commit.
import { Book } from '@flowprint/orderflow'
import { openDepthStore, openStore } from '../../../../src/market/store/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../../src/platform/database/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { KILL_SPEC, killRun } from './kill-run.ts'

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
const listInstruments = (): ReturnType<typeof store.listInstruments> => store.listInstruments()
const depth = openDepthStore({ pool, url, bus, leases: new Leases(url), listInstruments })
const instrument = await store.ensureInstrument(KILL_SPEC)
const frames = killRun()
for (;;) {
  try {
    const lease = await depth.acquireLease(instrument, { mode: 'levels' })
    writeLine(`lease ${lease.epoch}`)
    const from = lease.untilMs ?? frames[0].until
    const book = new Book()
    for (const { until, snapshot, changes } of frames) {
      if (until > from) break
      if (snapshot !== null) book.load(snapshot)
      if (changes !== null) book.apply(changes)
    }
    const reason = lease.reason
    const start = { ...frames[0], until: from, snapshot: book.snapshot(from), reason }
    for (const frame of [start, ...frames.filter(({ until }) => until > from)]) {
      writeLine(`ack ${await depth.append(lease, frame)}`)
      if (frame.kind === 'keyframe') await depth.closeMinutes(lease, frame.until)
    }
    break
  } catch (error) {
    writeLine(`interrupted: ${(error as Error).message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
writeLine('complete')
