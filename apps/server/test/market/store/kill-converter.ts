// Stores a tape of quiet months once, then converts it; printing `copied <rows>` after each step and `converted` at the end.
import { openStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../src/platform/database/index.ts'
import { quietMonths } from './kill-tape.ts'

const writeLine = (line: string): void => console.log(line)
const database = await openDatabase({
  env: { databaseUrl: null, dataDir: process.argv[2] },
  command: 'writer',
  mode: 'own',
  writeLine,
  onLost: writeLine,
})
const store = openStore({ pool: database.pool, url: database.url, bus: createBus((error) => writeLine(String(error))) })
const instrument =
  (await store.findInstrument('TEST:CONVERT')) ??
  (await store.ensureInstrument({
    symbol: 'TEST:CONVERT',
    exchange: 'TEST',
    kind: 'spot',
    label: 'CONVERT',
    tickSize: '0.01',
    lotSize: '0.001',
    side: 'given',
    qtyUnit: 'base',
    ids: 'contiguous',
    live: true,
    simulated: false,
  }))
if ((await store.coverage(instrument)).lastSeq === 0) {
  const trades = quietMonths()
  await store.importRun(instrument, [trades], { watermark: trades.ts[trades.length - 1] })
}
const watching = setInterval(() => {
  const text =
    "select count(*)::int as rows from tape_chunk where instrument_id = (select id from instrument where state = 'next')"
  database.pool.query<{ rows: number }>(text).then(
    ({ rows }) => writeLine(`copied ${rows[0].rows}`),
    () => {},
  )
}, 5)
writeLine('ready')
const lease = await store.acquireLease(instrument)
const { version } = await store.convert(lease, { tickSize: '0.005', lotSize: '0.0001' })
clearInterval(watching)
writeLine(`converted to ${version}`)
