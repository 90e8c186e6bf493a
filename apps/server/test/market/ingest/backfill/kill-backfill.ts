// Fetches days from the archive server of the test, prints each commit, and pauses so that it can be killed.
import { runBackfill } from '../../../../src/market/ingest/backfill/run-backfill.ts'
import { openStore } from '../../../../src/market/store/index.ts'
import { createBus, tapeTopic } from '../../../../src/platform/bus/index.ts'
import { openDatabase } from '../../../../src/platform/database/index.ts'

const [databaseUrl, origin, dataDir, symbol, from, to] = process.argv.slice(2)
const writeLine = (line: string): void => console.log(line)
const database = await openDatabase({
  env: { databaseUrl, dataDir },
  command: 'backfill',
  mode: 'share',
  writeLine,
  onLost: writeLine,
})
const bus = createBus((error) => writeLine(String(error)))
bus.subscribe(tapeTopic(symbol), () => writeLine('commit'))
const store = openStore({ pool: database.pool, url: database.url, bus })
const { summary, failures } = await runBackfill(
  symbol,
  { from: Number(from), to: Number(to) },
  {
    store,
    dataDir,
    openRest: null,
    mirrors: { BINANCE: origin },
    now: Date.now,
    signal: new AbortController().signal,
    batchTrades: 300,
    retry: { attempts: 3, baseMs: 20, stallMs: 10_000 },
    reporter: {
      writeLine,
      done() {},
      progress: (_share, piece, _rows, bytes) => writeLine(`${piece} ${bytes > 0 ? 'loading' : 'waiting'}`),
    },
  },
)
writeLine(`done ${JSON.stringify(summary)} ${failures.join()}`)
await database.close()
