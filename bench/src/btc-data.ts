import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { aggregateTrades, type Trades } from '@flowprint/orderflow'
import { BTC, BtcTape } from './btc-tape.ts'
import { openDuck } from './duckdb.ts'
import { openBenchStore, removeBenchStore } from './store.ts'

/** The data set of a bench. */
interface TapeSize {
  readonly name: string
  readonly trades: number
  /** Density of the market itself by default. */
  readonly perMinute?: number
}

/** The busiest market at full density, for benches over minutes and hours. */
const DENSE: TapeSize = { name: 'btc', trades: 20_000_000 }
/** A month with every fifth trade, for benches over long ranges. */
export const MONTH: TapeSize = { name: 'month', trades: 43_200 * 320, perMinute: 320 }
const SEED = 20_260_105
const root = join(import.meta.dirname, '..', '..')
const cache = join(root, '.cache', 'bench')

export interface BtcData {
  readonly dataDir: string
  readonly duckFile: string
  readonly trades: number
  readonly minutes: number
  /** Traded rows at tick size, summed over all minutes. */
  readonly rows: number
}

/**
 * Millions of trades in one of our databases, and their 1m rollup in a DuckDB one. Created once per machine and
 * version.
 */
export async function prepareBtc(size: TapeSize = DENSE): Promise<BtcData> {
  const name = `${size.name}-${version(size)}`
  const folder = join(cache, name)
  const ready = join(folder, 'ready.json')
  if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8')) as BtcData
  mkdirSync(cache, { recursive: true })
  for (const old of readdirSync(cache)) {
    if (!old.startsWith(`${size.name}-`)) continue
    removeBenchStore(join(cache, old, 'data'))
    rmSync(join(cache, old), { recursive: true, force: true })
  }
  mkdirSync(folder)
  console.log(`bench: storing ${(size.trades / 1e6).toFixed(0)} million simulated trades in .cache/bench, once …`)
  const started = performance.now()
  const made = await makeBtc(folder, size)
  writeFileSync(ready, JSON.stringify(made))
  console.log(`bench: stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return made
}

/** Changes with everything that determines the stored bytes. */
function version({ trades, perMinute }: TapeSize): string {
  const hash = createHash('sha256').update(`${trades} ${perMinute} ${SEED}`)
  const sources = [
    'bench/src/btc-*.ts',
    'packages/orderflow/src/codec/*.ts',
    'packages/orderflow/src/precision/ladder.ts',
    'apps/server/src/migrations/*.sql',
  ]
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

async function makeBtc(folder: string, { trades: wanted, perMinute }: TapeSize): Promise<BtcData> {
  const dataDir = join(folder, 'data')
  const csv = join(folder, 'rollup.csv')
  const rollup = createWriteStream(csv, { highWaterMark: 1 << 22 })
  const tape = new BtcTape(SEED, perMinute)
  const sums = { trades: 0, minutes: 0, rows: 0 }
  const hours = function* (): Iterable<Trades> {
    while (sums.trades < wanted) {
      const trades = tape.next(60)
      const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 1 })
      sums.trades += trades.length
      sums.minutes += bars.length
      sums.rows += bars.row.length
      const lines: string[] = []
      for (let i = 0; i < bars.length; i++) {
        const minute = bars.t[i] / 60_000
        for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
          lines.push(
            `${minute},${bars.row[c]},${bars.cellBid[c]},${bars.cellAsk[c]},${bars.cellBidTrades[c]},${bars.cellAskTrades[c]}\n`,
          )
        }
      }
      rollup.write(lines.join(''))
      yield trades
    }
  }
  const bench = await openBenchStore(dataDir)
  const instrument = await bench.store.ensureInstrument({
    symbol: BTC.symbol,
    exchange: 'BINANCE',
    kind: 'spot',
    label: 'BTC/USDT',
    tickSize: BTC.tickSize,
    lotSize: BTC.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'contiguous',
    live: false,
    simulated: true,
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

/** Integers in ticks and lots, ordered by time and row: the form that DuckDB compresses best and skips most of. */
async function makeRollup(file: string, csv: string): Promise<void> {
  const database = await openDuck(file)
  const connection = await database.connect()
  const columns =
    "{minute: 'INTEGER', row: 'INTEGER', bid: 'BIGINT', ask: 'BIGINT', bid_trades: 'INTEGER', ask_trades: 'INTEGER'}"
  await connection.run(`CREATE TABLE rollup AS SELECT * FROM read_csv('${csv}', header = false, columns = ${columns})`)
  await connection.run('CHECKPOINT')
  connection.closeSync()
  database.close()
}
