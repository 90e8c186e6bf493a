import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { aggregateTrades, type Trades } from '@flowprint/orderflow'
import { BTC, BtcTape } from './btc-tape.ts'
import { openDuck } from './duckdb.ts'
import { openBenchStore, removeBenchStore } from './store.ts'

const TRADES = 20_000_000
const SEED = 20_260_105
const root = join(import.meta.dirname, '..', '..')
const cache = join(root, '.cache', 'bench')

export interface BtcData {
  readonly dataDir: string
  readonly duckFile: string
  readonly trades: number
  readonly minutes: number
  /** Traded rows at tick size, over all minutes. */
  readonly rows: number
}

/** 20 million trades in a database of ours, and their 1m rollup in one of DuckDB's. Made once per machine and version. */
export async function prepareBtc(): Promise<BtcData> {
  const name = `btc-${version()}`
  const folder = join(cache, name)
  const ready = join(folder, 'ready.json')
  if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8')) as BtcData
  mkdirSync(cache, { recursive: true })
  for (const old of readdirSync(cache)) {
    if (!old.startsWith('btc-')) continue
    removeBenchStore(join(cache, old, 'data'))
    rmSync(join(cache, old), { recursive: true, force: true })
  }
  mkdirSync(folder)
  console.log(`bench: storing ${TRADES / 1e6} million simulated trades in .cache/bench, once …`)
  const started = performance.now()
  const made = await makeBtc(folder)
  writeFileSync(ready, JSON.stringify(made))
  console.log(`bench: stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return made
}

/** Changes with whatever decides which bytes are stored. */
function version(): string {
  const hash = createHash('sha256').update(`${TRADES} ${SEED}`)
  const sources = ['bench/src/btc-*.ts', 'packages/orderflow/src/codec/*.ts', 'packages/orderflow/src/precision/stored-steps.ts', 'apps/server/src/migrations/*.sql']
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

async function makeBtc(folder: string): Promise<BtcData> {
  const dataDir = join(folder, 'data')
  const csv = join(folder, 'rollup.csv')
  const rollup = createWriteStream(csv, { highWaterMark: 1 << 22 })
  const tape = new BtcTape(SEED)
  const sums = { trades: 0, minutes: 0, rows: 0 }
  const hours = function* (): Iterable<Trades> {
    while (sums.trades < TRADES) {
      const trades = tape.next(60)
      const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 1 })
      sums.trades += trades.length
      sums.minutes += bars.length
      sums.rows += bars.row.length
      const lines: string[] = []
      for (let i = 0; i < bars.length; i++) {
        const minute = bars.t[i] / 60_000
        for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
          lines.push(`${minute},${bars.row[c]},${bars.cellBid[c]},${bars.cellAsk[c]},${bars.cellBidTrades[c]},${bars.cellAskTrades[c]}\n`)
        }
      }
      rollup.write(lines.join(''))
      yield trades
    }
  }
  const bench = await openBenchStore(dataDir)
  const instrument = await bench.store.ensureInstrument({
    symbol: BTC.symbol, exchange: 'BINANCE', kind: 'spot', label: 'BTC/USDT', tickSize: BTC.tickSize, lotSize: BTC.lotSize,
    side: 'given', qtyUnit: 'base', ids: 'contiguous', live: false, simulated: true,
  })
  await bench.store.importRun(instrument, hours(), { reason: 'backfill' })
  await bench.store.refreshRecommended(instrument)
  await bench.close()
  rollup.end()
  await finished(rollup)
  const duckFile = join(folder, 'rollup.duckdb')
  await makeRollup(duckFile, csv)
  rmSync(csv)
  return { dataDir, duckFile, ...sums }
}

/** Whole numbers in ticks and lots, in order of time and row: the form DuckDB packs best and skips most of. */
async function makeRollup(file: string, csv: string): Promise<void> {
  const database = await openDuck(file)
  const connection = await database.connect()
  const columns = "{minute: 'INTEGER', row: 'INTEGER', bid: 'BIGINT', ask: 'BIGINT', bid_trades: 'INTEGER', ask_trades: 'INTEGER'}"
  await connection.run(`CREATE TABLE rollup AS SELECT * FROM read_csv('${csv}', header = false, columns = ${columns})`)
  await connection.run('CHECKPOINT')
  connection.closeSync()
  database.close()
}
