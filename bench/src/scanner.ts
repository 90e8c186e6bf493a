import { MINUTE_MS, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { Lease } from '../../apps/server/src/market/store/index.ts'
import { ScannerWorker } from '../../apps/server/src/modules/scanner/plugin.ts'
import { createClock } from '../../apps/server/src/platform/clock/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const MARKETS = 500
const PER_MINUTE = 30
/** Enough for all that indicators look back on in bars of 1m; the next minute ends a bar of every interval. */
const HISTORY_MINUTES = 419
const TAPES = 10
const CLOSES = 5
const DELAY_MS = 15 * MINUTE_MS
const PEER = 'the time between two closes of 1m'

/** Time to compute and store the rows of 500 simulated markets after their bars closed, relative to a minute. */
export const benchScanner = (): Promise<BenchRow[]> =>
  withTempFolder(async (folder) => {
    const bench = await openBenchStore(folder)
    try {
      const { store, database, bus } = bench
      const clock = createClock()
      const tapes = Array.from({ length: TAPES }, (_, k) =>
        new BtcTape(k + 1, PER_MINUTE).next(HISTORY_MINUTES + CLOSES + 1),
      )
      const leases: Lease[] = []
      for (let k = 0; k < MARKETS; k++) leases.push(await openMarket(k))
      console.log(`bench: ${MARKETS} markets with ${HISTORY_MINUTES} minutes of history`)
      const scanner = new ScannerWorker({
        pool: database.pool,
        store,
        leases: new Leases(database.url),
        bus,
        clock,
        log: createLog('warn'),
        freeDelayMs: DELAY_MS,
        pollMs: Infinity,
      })
      const scan = async (): Promise<number> => {
        const started = performance.now()
        await scanner.poll()
        return performance.now() - started
      }
      const cold = await scan()
      await close(HISTORY_MINUTES)
      const all = await scan()
      const minutes: number[] = []
      for (let n = 1; n <= CLOSES - 1; n++) {
        await close(HISTORY_MINUTES + n)
        minutes.push(await scan())
      }
      const { rows } = await database.pool.query<{ count: number }>('select count(*) as count from scanner_row')
      console.log(
        `bench: ${rows[0].count} rows; at the first start ${(cold / 1000).toFixed(1)} s, with the rows of the last ${DELAY_MS / MINUTE_MS} minutes`,
      )
      await scanner.stop()
      for (const lease of leases) await lease.release()
      return [
        withinRow(
          'scanner',
          `${MARKETS} markets, a 1m bar closed in each: all rows`,
          PEER,
          median(minutes),
          MINUTE_MS,
          0.25,
        ),
        withinRow('scanner', `and at the full hour, 1m, 5m, 15m and 1h`, PEER, all, MINUTE_MS, 1),
      ]

      async function openMarket(k: number): Promise<Lease> {
        const instrument = await store.ensureInstrument({
          symbol: `BENCH:M${k}`,
          exchange: 'BENCH',
          kind: 'spot',
          label: `M${k}`,
          tickSize: BTC.tickSize,
          lotSize: BTC.lotSize,
          side: 'given',
          qtyUnit: 'base',
          ids: 'contiguous',
          live: true,
          simulated: false,
        })
        const lease = await store.acquireLease(instrument)
        const until = BTC.from + HISTORY_MINUTES * MINUTE_MS
        await store.importRun(instrument, [minutesOf(tapes[k % TAPES], 0, HISTORY_MINUTES)], {
          covers: { from: BTC.from, to: until },
          watermark: until,
          reason: 'backfill',
          lease,
        })
        await store.refreshRecommended(instrument)
        return lease
      }

      /** Commits minute n of every market and closes its bars; not measured. */
      async function close(n: number): Promise<void> {
        const end = BTC.from + (n + 1) * MINUTE_MS
        clock.setOffset(end + 2_000 - Date.now())
        for (const [k, lease] of leases.entries()) {
          await store.appendLive(lease, minutesOf(tapes[k % TAPES], n, n + 1), end, { unbroken: true })
          await store.closeUpTo(lease, end + 2_000)
        }
      }
    } finally {
      await bench.close()
      removeBenchStore(folder)
    }
  })

function minutesOf(trades: Trades, from: number, to: number): Trades {
  const at = (minute: number): number => lowerBoundTs(trades, BTC.from + minute * MINUTE_MS)
  return sliceTrades(trades, at(from), at(to))
}
