import { basename, join } from 'node:path'
import { importFiles } from '../../apps/server/src/market/ingest/index.ts'
import type { ImportSettings } from '../../apps/server/src/market/ingest/import/import-files.ts'
import { parseSymbol } from '../../apps/server/src/market/ingest/symbol.ts'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { sharedFile } from '@flowprint/testkit'
import { simulatedFile, SPY } from './data.ts'
import { openDuck } from './duckdb.ts'
import { median, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const ROUNDS = 13

/** Imports a trade file into tape and footprints, compared with DuckDB reading, grouping and writing the same. */
export function benchImport(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const file = sharedFile(SPY) ?? simulatedFile(folder, 1_900_000)
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    try {
      let turn = 0
      let rows = 0
      const committed: number[] = []
      const [ours, duck, duckBars] = await timeInTurns(ROUNDS, [
        async () => {
          const done = await importOnce(bench.store, file, turn++)
          rows = done.rows
          committed.push(done.committedMs)
        },
        () => duckOnce(file, join(folder, `turn-${turn}.duckdb`), false),
        () => duckOnce(file, join(folder, `turn-${turn}-bars.duckdb`), true),
      ])
      const work = `${basename(file)}: ${rows} trades to tape and tiers, from the opened file to the commit`
      const peer = 'DuckDB: read_csv, the same footprint GROUP BY, both written'
      return [
        withinRow('import', work, peer, median(committed.slice(1)), median(duck), 1),
        plainRow(
          'import',
          'the whole command, recommended precisions included',
          `${peer}, and a table of bars`,
          median(ours),
          median(duckBars),
        ),
      ]
    } finally {
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

/** Imports the file as a separate market; `committedMs` ends when the command reports the file as imported. */
async function importOnce(
  store: TapeStore,
  file: string,
  turn: number,
): Promise<{ rows: number; committedMs: number }> {
  const symbol = parseSymbol(`BENCH:FILE${turn}`)
  if (symbol === null) throw new Error('Invariant: the symbol of a turn is valid')
  const settings: ImportSettings = { symbol, format: 'auto', ids: 'auto', side: 'given', skipBad: false }
  const started = performance.now()
  let committedMs = 0
  const { summary, failures } = await importFiles(store, [file], settings, {
    writeLine: (line) => {
      if (/ imported, /.test(line)) committedMs = performance.now() - started
    },
    progress: () => {},
  })
  if (failures.length > 0 || summary.imported === 0) throw new Error(`bench: the import failed: ${failures.join('; ')}`)
  return { rows: summary.imported, committedMs }
}

const COLUMNS = "{id: 'BIGINT', ts_us: 'BIGINT', price: 'DECIMAL(18,6)', qty: 'DECIMAL(18,6)', side: 'VARCHAR'}"

/**
 * Stores the trades as a table, with their 1m footprint; `withBars` adds a row per bar. One transaction, a new file.
 */
async function duckOnce(csv: string, file: string, withBars: boolean): Promise<void> {
  const database = await openDuck(file)
  const connection = await database.connect()
  await connection.run('BEGIN')
  await connection.run(`CREATE TABLE trades AS SELECT * FROM read_csv('${csv}', header = true, columns = ${COLUMNS})`)
  await connection.run(`CREATE TABLE footprint AS
    SELECT ts_us // 60000000 AS minute, price,
      coalesce(sum(qty) FILTER (side = 'S'), 0) AS bid, coalesce(sum(qty) FILTER (side = 'B'), 0) AS ask,
      count(*) FILTER (side = 'S') AS bid_trades, count(*) FILTER (side = 'B') AS ask_trades
    FROM trades GROUP BY minute, price ORDER BY minute, price`)
  if (withBars) {
    await connection.run(`CREATE TABLE bars AS
      SELECT ts_us // 60000000 AS minute, arg_min(price, id) AS open, max(price) AS high, min(price) AS low,
        arg_max(price, id) AS close, coalesce(sum(qty) FILTER (side = 'S'), 0) AS bid,
        coalesce(sum(qty) FILTER (side = 'B'), 0) AS ask, count(*) AS trades
      FROM trades GROUP BY minute ORDER BY minute`)
  }
  await connection.run('COMMIT')
  connection.closeSync()
  database.close()
}
