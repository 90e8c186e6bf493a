import type { Profile } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { member, openBenchApp } from './bench-app.ts'
import { MONTH, prepareBtc } from './btc-data.ts'
import { BTC } from './btc-tape.ts'
import { openDuck, readDoubles } from './duckdb.ts'
import { median, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore } from './store.ts'

const ROUNDS = 25
const DAYS = 30
/** Precision of a typical month view, and one with rows a hundredth as high. */
const PRECISIONS = ['100', '1'] as const

/**
 * Volume by price over 30 days of one symbol, from HTTP to the parsed response, compared with DuckDB's GROUP BY over an
 * equal rollup.
 */
export async function benchProfile(): Promise<BenchRow[]> {
  const data = await prepareBtc(MONTH)
  const bench = await openBenchStore(data.dataDir)
  let current: TapeStore = bench.store
  const store = new Proxy({} as TapeStore, { get: (_, key) => current[key as keyof TapeStore] })
  const { app, url } = await openBenchApp(bench, { RATE_LIMIT_FACTOR: '100000' }, { store, accessOf: member })
  const duck = await openDuck(data.duckFile)
  const connection = await duck.connect()
  // Cut a quarter of an hour at either end: a month of whole days would be the easiest case.
  const [from, to] = [BTC.from + 15 * 60_000, BTC.from + DAYS * DAY_MS - 15 * 60_000]
  const rows: BenchRow[] = []
  try {
    for (const precision of PRECISIONS) {
      const step = Math.round(Number(precision) / Number(BTC.tickSize))
      const ask = async (): Promise<Profile> => {
        const answer = await fetch(
          `${url}/api/profile?symbol=${BTC.symbol}&from=${from}&to=${to}&precision=${precision}`,
        )
        if (!answer.ok) throw new Error(`bench: /profile returned ${answer.status}: ${await answer.text()}`)
        return ((await answer.json()) as { data: Profile }).data
      }
      const askDuck = () => readDoubles(connection, groupBy(from, to, step))
      expectSame(await ask(), await askDuck(), precision)
      const renew = () => void (current = bench.fresh())
      const [cold, duckTime] = await timeInTurns(ROUNDS, [ask, askDuck], [renew])
      const [warm, duckAgain] = await timeInTurns(ROUNDS, [ask, askDuck])
      const work = `${DAYS} days at ${precision} (${(data.trades / 1e6).toFixed(0)} million trades), HTTP to parsed JSON`
      rows.push(
        withinRow(
          'profile',
          `${work}, nothing in our cache`,
          'DuckDB GROUP BY of the 1m rollup',
          median(cold),
          median(duckTime),
          1,
        ),
        plainRow('profile', `${work}, cached`, 'the same', median(warm), median(duckAgain)),
      )
    }
  } finally {
    connection.closeSync()
    duck.close()
    await app.close()
    await bench.close()
  }
  return rows
}

function groupBy(from: number, to: number, step: number): string {
  return `SELECT (row // ${step})::DOUBLE AS r, sum(bid)::DOUBLE, sum(ask)::DOUBLE, sum(bid_trades)::DOUBLE, sum(ask_trades)::DOUBLE
    FROM rollup WHERE minute >= ${from / 60_000} AND minute < ${to / 60_000} GROUP BY r ORDER BY r`
}

function expectSame({ rows }: Profile, [row, bid, ask, bidTrades, askTrades]: Float64Array[], precision: string): void {
  const lot = Number(BTC.lotSize)
  const same =
    rows.length === row.length &&
    rows.every(
      ([price, sold, bought, sells, buys], i) =>
        Math.round(Number(price) / Number(precision)) === row[i] &&
        Math.round(Number(sold) / lot) === bid[i] &&
        Math.round(Number(bought) / lot) === ask[i] &&
        sells === bidTrades[i] &&
        buys === askTrades[i],
    )
  if (!same) throw new Error(`bench: the two profiles at ${precision} differ`)
}
