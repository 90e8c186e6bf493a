import { decodeAnswer, type Answer } from '@flowprint/orderflow'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { member, openBenchApp } from './bench-app.ts'
import { prepareBtc } from './btc-data.ts'
import { BTC } from './btc-tape.ts'
import { median, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore } from './store.ts'

const ROUNDS = 9
/** Minimum number of trades without a cache: 8 million of them here. */
const MANY_TRADES = 7_000_000
const MAX_COLD_MS = 800
const PRECISION = '20'
const CYCLES = ['1000t', '100v'] as const

/**
 * 500 bars by number of trades and by volume with their lead-in, from HTTP to typed arrays: without a cache, which
 * folds their days from midnight, and with those days cached. No database known to us has such bars to compare with.
 */
export async function benchSequence(): Promise<BenchRow[]> {
  const data = await prepareBtc()
  const bench = await openBenchStore(data.dataDir)
  let current: TapeStore = bench.store
  const store = new Proxy({} as TapeStore, { get: (_, key) => current[key as keyof TapeStore] })
  const { app, url } = await openBenchApp(bench, { RATE_LIMIT_FACTOR: '100000' }, { store, accessOf: member })
  const ask = async (cycle: string): Promise<Answer> => {
    const answer = await fetch(
      `${url}/api/footprint?symbol=${BTC.symbol}&cycle=${cycle}&precision=${PRECISION}&limit=500&lead_in=1`,
    )
    if (!answer.ok) throw new Error(`bench: /footprint returned ${answer.status}: ${await answer.text()}`)
    return decodeAnswer(new Uint8Array(await answer.arrayBuffer()))
  }
  const rows: BenchRow[] = []
  try {
    for (const cycle of CYCLES) {
      const { bars } = await ask(cycle)
      const [cold] = await timeInTurns(ROUNDS, [() => ask(cycle)], [() => void (current = bench.fresh())])
      await ask(cycle)
      const [warm] = await timeInTurns(ROUNDS, [() => ask(cycle)])
      const fills = bars.trades.reduce((sum, trades) => sum + trades, 0)
      const work = `${bars.length} bars of ${cycle} at ${PRECISION} (${fills} trades in them), HTTP to typed arrays, cold`
      rows.push(plainRow('sequence', work, 'the same, its days in memory', median(cold), median(warm)))
      if (fills > MANY_TRADES) rows.push(withinRow('sequence', work, 'the limit', median(cold), MAX_COLD_MS, 1))
    }
  } finally {
    await app.close()
    await bench.close()
  }
  return rows
}
