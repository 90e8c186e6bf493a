import { decodeAnswer, type Answer } from '@flowprint/orderflow'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { member, openBenchApp } from './bench-app.ts'
import { prepareBtc, type BtcData } from './btc-data.ts'
import { BTC } from './btc-tape.ts'
import { openDuck, readDoubles, type DuckConnection, type DuckDatabase } from './duckdb.ts'
import { median, percentile, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { withImportsBeside } from './import-beside.ts'
import { openBenchStore, type BenchStore } from './store.ts'

const ROUNDS = 25
const WARM_UP = 30
const BARS = 500
const CYCLES = [
  ['1m', 1],
  ['15m', 15],
  ['1h', 60],
] as const

/** A request of 500 bars from HTTP to typed arrays, compared with DuckDB's GROUP BY over an equal rollup. */
export async function benchFootprint(): Promise<BenchRow[]> {
  const data = await prepareBtc()
  const { trades, minutes, rows } = data
  console.log(
    `bench: ${trades} trades, ${Math.round(trades / minutes)} trades and ${Math.round(rows / minutes)} traded rows a minute`,
  )
  const bench = await openBenchStore(data.dataDir)
  const server = await serve(bench)
  try {
    const out: BenchRow[] = []
    for (const [cycle, cycleMinutes] of CYCLES) out.push(...(await benchCycle(server, data, cycle, cycleMinutes)))
    out.push(await benchBesideImport(server, data.dataDir, bench))
    return out
  } finally {
    await server.close()
    await bench.close()
  }
}

interface BenchServer {
  /** The response as a client decodes it. */
  ask(cycle: string, precision: string): Promise<Answer>
  recommended(cycle: string): Promise<{ precision: string; step: number }>
  /** Clears our block cache and PostgreSQL's buffers. */
  chill(): Promise<void>
  close(): Promise<void>
}

/** The real application on loopback. */
async function serve(bench: BenchStore): Promise<BenchServer> {
  let current: TapeStore = bench.store
  const store = new Proxy({} as TapeStore, { get: (_, key) => current[key as keyof TapeStore] })
  const { app, url } = await openBenchApp(bench, { RATE_LIMIT_FACTOR: '100000' }, { store, accessOf: member })
  await bench.database.pool.query('create extension if not exists pg_buffercache')
  return {
    async ask(cycle, precision) {
      const answer = await fetch(
        `${url}/api/footprint?symbol=${BTC.symbol}&cycle=${cycle}&precision=${precision}&limit=${BARS}`,
      )
      if (!answer.ok) throw new Error(`bench: /footprint returned ${answer.status}: ${await answer.text()}`)
      return decodeAnswer(new Uint8Array(await answer.arrayBuffer()))
    },
    async recommended(cycle) {
      const { data } = (await (await fetch(`${url}/api/menus`)).json()) as {
        data: { recommend: Record<string, Record<string, string>> }
      }
      const precision = data.recommend[BTC.symbol][cycle]
      return { precision, step: Math.round(Number(precision) / Number(BTC.tickSize)) }
    },
    async chill() {
      current = bench.fresh()
      await bench.database.pool.query('select pg_buffercache_evict_all()')
    },
    close: () => app.close(),
  }
}

async function benchCycle(
  server: BenchServer,
  data: BtcData,
  cycle: string,
  cycleMinutes: number,
): Promise<BenchRow[]> {
  const { precision, step } = await server.recommended(cycle)
  const whole = await server.ask(cycle, precision)
  const from = whole.bars.t[0] / 60_000
  let duck: { database: DuckDatabase; connection: DuckConnection } | null = null
  const query = groupBy(from, cycleMinutes, step)
  const openFresh = async (): Promise<void> => {
    duck?.connection.closeSync()
    duck?.database.close()
    const database = await openDuck(data.duckFile)
    duck = { database, connection: await database.connect() }
  }
  const askDuck = async (): Promise<Float64Array[]> => readDoubles((duck as NonNullable<typeof duck>).connection, query)
  await openFresh()
  expectSame(whole, await askDuck(), cycleMinutes)

  const ask = () => server.ask(cycle, precision)
  // Warm up, so that all code is compiled before it is timed.
  for (let i = 0; i < WARM_UP; i++) {
    await server.chill()
    await ask()
    await askDuck()
  }
  const [cold, duckCold] = await timeInTurns(ROUNDS, [ask, askDuck], [() => server.chill(), openFresh])
  await ask()
  const [warm, duckWarm] = await timeInTurns(ROUNDS, [ask, askDuck])
  duck!.connection.closeSync()
  duck!.database.close()
  const work = `${whole.bars.length} bars of ${cycle} at ${precision} (${whole.bars.row.length} rows), HTTP to typed arrays`
  return [
    withinRow(
      'footprint',
      `${work}, cold`,
      'DuckDB GROUP BY of the 1m rollup, cold',
      median(cold),
      median(duckCold),
      1.5,
    ),
    plainRow('footprint', `${work}, cached`, 'the same, warm', median(warm), median(duckWarm)),
  ]
}

/** Same bars, same rows, same order; every column is a DOUBLE, which reaches JavaScript as a memory block. */
function groupBy(fromMinute: number, cycleMinutes: number, step: number): string {
  return `SELECT (minute // ${cycleMinutes})::DOUBLE AS bar, (row // ${step})::DOUBLE AS r, sum(bid)::DOUBLE, sum(ask)::DOUBLE,
    sum(bid_trades)::DOUBLE, sum(ask_trades)::DOUBLE
    FROM rollup WHERE minute >= ${fromMinute} GROUP BY bar, r ORDER BY bar, r`
}

/** Verifies that both results have the same numbers; otherwise the comparison is meaningless. */
function expectSame(
  { bars }: Answer,
  [bar, row, bid, ask, bidTrades, askTrades]: Float64Array[],
  cycleMinutes: number,
): void {
  let cell = 0
  for (let i = 0; i < bars.length; i++) {
    for (; cell < bars.cellStart[i + 1]; cell++) {
      const same =
        bar[cell] * cycleMinutes === bars.t[i] / 60_000 &&
        row[cell] === bars.row[cell] &&
        bid[cell] === bars.cellBid[cell] &&
        ask[cell] === bars.cellAsk[cell] &&
        bidTrades[cell] === bars.cellBidTrades[cell] &&
        askTrades[cell] === bars.cellAskTrades[cell]
      if (!same) throw new Error(`bench: DuckDB and Flowprint differ at bar ${i}, cell ${cell}`)
    }
  }
  if (cell !== bar.length) throw new Error(`bench: DuckDB has ${bar.length} rows, Flowprint ${cell}`)
}

/** Repeats the 1m request while `npm run import` runs in another process. */
async function benchBesideImport(server: BenchServer, dataDir: string, bench: BenchStore): Promise<BenchRow> {
  const { precision } = await server.recommended('1m')
  const times: number[] = []
  const imports = await withImportsBeside(dataDir, bench.database.pool, async () => {
    const started = performance.now()
    await server.ask('1m', precision)
    times.push(performance.now() - started)
  })
  const work = `500 bars of 1m at ${precision}, ${times.length} requests while ${imports} imports run beside them: p50`
  return plainRow('footprint', work, 'p95 of the same requests', percentile(times, 50), percentile(times, 95))
}
