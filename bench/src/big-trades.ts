import { BIG_TRADES_MIME, FOOTPRINT_MIME } from '@flowprint/contract'
import { decodeAnswer, decodeBigTrades } from '@flowprint/orderflow'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { member, openBenchApp } from './bench-app.ts'
import { prepareBtc } from './btc-data.ts'
import { BTC } from './btc-tape.ts'
import { median, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore } from './store.ts'

const ROUNDS = 9
/** Maximum time relative to the bars they belong to: 500 bars of 5m. */
const MAX_COLD = 4
const MAX_CACHED = 2
const BARS = 500
const CYCLES = [
  ['1m', 1, '1'],
  ['5m', 5, '5'],
] as const

/** Big trades of the 500 newest bars, from HTTP to values in memory, compared with the bars themselves. */
export async function benchBigTrades(): Promise<BenchRow[]> {
  const data = await prepareBtc()
  const bench = await openBenchStore(data.dataDir)
  let current: TapeStore = bench.store
  const store = new Proxy({} as TapeStore, { get: (_, key) => current[key as keyof TapeStore] })
  const { app, url: origin } = await openBenchApp(bench, { RATE_LIMIT_FACTOR: '100000' }, { store, accessOf: member })
  const url = `${origin}/api`
  const bytesOf = async (path: string, accept: string): Promise<Uint8Array> => {
    const answer = await fetch(url + path, { headers: { accept } })
    if (!answer.ok) throw new Error(`bench: ${path} returned ${answer.status}: ${await answer.text()}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const end = BTC.from + data.minutes * 60_000
  const renew = () => void (current = bench.fresh())
  const rows: BenchRow[] = []
  try {
    for (const [cycle, minutes, precision] of CYCLES) {
      const from = end - BARS * minutes * 60_000
      // Page by page, as a chart requests them.
      const ask = async (): Promise<number> => {
        let found = 0
        for (let to = end; to > from;) {
          const page = decodeBigTrades(
            await bytesOf(
              `/big_trades?symbol=${BTC.symbol}&from=${from}&to=${to}${to === end ? '&resume' : ''}`,
              BIG_TRADES_MIME,
            ),
          )
          found += page.list.length
          to = page.meta.from
        }
        return found
      }
      const bars = async () =>
        decodeAnswer(
          await bytesOf(
            `/footprint?symbol=${BTC.symbol}&cycle=${cycle}&precision=${precision}&to=${end}&limit=${BARS}`,
            FOOTPRINT_MIME,
          ),
        )
      const found = await ask()
      const trades = Math.round((data.trades / data.minutes) * (BARS * minutes + 300))
      const work = `${BARS} bars of ${cycle}: ${found} of some ${(trades / 1e6).toFixed(1)} million trades, HTTP to typed values`
      const [cold, barsCold] = await timeInTurns(ROUNDS, [ask, bars], [renew, renew])
      const [warm, barsWarm] = await timeInTurns(ROUNDS, [ask, bars])
      const row = minutes === 5 ? withinRow : plainRow
      rows.push(
        row(
          'bigTrades',
          `${work}, nothing in our cache`,
          'the bars themselves',
          median(cold),
          median(barsCold),
          MAX_COLD,
        ),
        row('bigTrades', `${work}, cached`, 'the same', median(warm), median(barsWarm), MAX_CACHED),
      )
    }
  } finally {
    await app.close()
    await bench.close()
  }
  return rows
}
