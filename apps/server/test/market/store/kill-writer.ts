// Writes live trades as fast as it can and prints `ack <id>` after each commit; survives a crash of PostgreSQL by a new lease.
import { TradeBuilder } from '@flowprint/orderflow'
import { openStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../src/platform/database/index.ts'
import { tradeOf } from './kill-tape.ts'

const writeLine = (line: string): void => console.log(line)
const database = await openDatabase({
  env: { databaseUrl: null, dataDir: process.argv[2] },
  command: 'writer',
  mode: 'own',
  writeLine,
  onLost: writeLine,
})
const store = openStore({ pool: database.pool, url: database.url, bus: createBus((error) => writeLine(String(error))) })
const instrument = await store.ensureInstrument({
  symbol: 'TEST:KILL',
  exchange: 'TEST',
  kind: 'spot',
  label: 'KILL',
  tickSize: '0.01',
  lotSize: '0.001',
  side: 'given',
  qtyUnit: 'base',
  ids: 'contiguous',
  live: true,
  simulated: false,
})
for (;;) {
  try {
    const lease = await store.acquireLease(instrument)
    writeLine(`lease ${lease.epoch}`)
    for (let id = lease.nextId ?? 1; ; id += 5) {
      const batch = new TradeBuilder()
      for (let i = id; i < id + 5; i++) {
        const { ts, price, qty, buy } = tradeOf(i)
        batch.push(ts, price, qty, buy, 1, i)
      }
      const { lastSeq } = await store.appendLive(lease, batch.build(), tradeOf(id + 4).ts)
      if (lastSeq !== null) writeLine(`ack ${id + 4}`)
    }
  } catch (error) {
    writeLine(`interrupted: ${(error as Error).message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
