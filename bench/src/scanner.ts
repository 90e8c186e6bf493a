import { MINUTE_MS, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { ScanRow } from '@flowprint/contract'
import type { Trades } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { Instrument } from '../../apps/server/src/market/store/index.ts'
import { computeRows } from '../../apps/server/src/modules/scanner/compute/compute-rows.ts'
import { DayProfiles } from '../../apps/server/src/modules/scanner/compute/day-profiles.ts'
import type { ScannerEvent } from '../../apps/server/src/modules/scanner/compute/scanner-worker.ts'
import { ScannerWorker } from '../../apps/server/src/modules/scanner/plugin.ts'
import { SCANNER_TOPIC } from '../../apps/server/src/platform/bus/index.ts'
import { createClock } from '../../apps/server/src/platform/clock/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { fasterRow, median, withinRow, type BenchRow } from './harness.ts'
import { findPostgres, processorTime } from './processor-time.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const MARKETS = 500
const PER_MINUTE = 30
/** Enough for all that indicators look back on in bars of 1m; the next minute ends a bar of every interval. */
const HISTORY_MINUTES = 419
const TAPES = 10
/** Of single minutes, after the full hour; the first is not counted. */
const CLOSES = 4
const DELAY_MS = 15 * MINUTE_MS
/** Markets prepared at once, and computed at once by the peer. */
const CONCURRENT = 4

interface Scan {
  /** From the closed bars until the last row was published. */
  readonly ms: number
  /** Processor time of this process and of PostgreSQL. */
  readonly processorMs: number
  /** Published rows of 1m by symbol. */
  readonly rows: ReadonlyMap<string, ScanRow>
}

/**
 * Time to compute, store and publish the rows of 500 simulated markets after their bars closed, compared with computing
 * each from the history of its market, which must give the same.
 */
export const benchScanner = (): Promise<BenchRow[]> =>
  withTempFolder(async (folder) => {
    const bench = await openBenchStore(folder)
    try {
      const { store, database, bus } = bench
      const clock = createClock()
      const postgres = await findPostgres(database.pool)
      const tapes = Array.from({ length: TAPES }, (_, k) =>
        new BtcTape(k + 1, PER_MINUTE).next(HISTORY_MINUTES + CLOSES + 1),
      )
      const createMarket = (k: number): Promise<Instrument> =>
        store.ensureInstrument({
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
      const prepared = performance.now()
      const markets = await inParallel(MARKETS, createMarket)
      await inParallel(TAPES, (k) => importHistory(markets[k], tapes[k]))
      await copyRows(
        database.pool,
        markets.slice(TAPES).map(({ id }, k) => ({ id, source: markets[k % TAPES].id })),
      )
      const leases = await inParallel(MARKETS, (k) => store.acquireLease(markets[k]))
      console.log(`bench: ${MARKETS} markets with ${HISTORY_MINUTES} minutes of history, ${since(prepared)}`)
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
      let published = new Map<string, ScanRow>()
      bus.subscribe<ScannerEvent>(SCANNER_TOPIC, ({ interval, rows }) => {
        if (interval === '1m') for (const row of rows) published.set(row.symbol, row)
      })
      const scan = async (): Promise<Scan> => {
        published = new Map()
        const before = processorTime(process.pid) + processorTime(postgres)
        const started = performance.now()
        await scanner.poll()
        const ms = performance.now() - started
        const processorMs = processorTime(process.pid) + processorTime(postgres) - before
        if (published.size !== MARKETS) throw new Error(`bench: ${published.size} of ${MARKETS} rows were published`)
        return { ms, processorMs, rows: published }
      }
      const started = performance.now()
      await scan()
      console.log(`bench: started with the rows of the last ${DELAY_MS / MINUTE_MS} minutes, ${since(started)}`)
      await close(HISTORY_MINUTES)
      const hour = await scan()
      const minutes: Scan[] = []
      const peers: number[] = []
      for (let n = 1; n <= CLOSES; n++) {
        await close(HISTORY_MINUTES + n)
        const one = await scan()
        const peer = await recompute(HISTORY_MINUTES + n, one.rows)
        if (n === 1) continue
        minutes.push(one)
        peers.push(peer)
      }
      const processor = median(minutes.map(({ processorMs }) => processorMs))
      console.log(
        `bench: processor time of a close of 1m with PostgreSQL ${processor.toFixed(0)} ms, at the full hour ${hour.processorMs.toFixed(0)} ms`,
      )
      await scanner.stop()
      await Promise.all(leases.map((lease) => lease.release()))
      const ours = median(minutes.map(({ ms }) => ms))
      const work = `${MARKETS} markets, a 1m bar closed in each: all rows stored and published`
      return [
        fasterRow('scanner', work, 'the same rows from the history, not stored', ours, median(peers), 2.5),
        withinRow('scanner', work, 'the time between two closes of 1m', ours, MINUTE_MS, 0.1),
        withinRow(
          'scanner',
          'and at the full hour, 1m, 5m, 15m and 1h',
          'the time between two closes of 1m',
          hour.ms,
          MINUTE_MS,
          0.5,
        ),
      ]

      async function importHistory(instrument: Instrument, tape: Trades): Promise<void> {
        const until = BTC.from + HISTORY_MINUTES * MINUTE_MS
        const lease = await store.acquireLease(instrument)
        await store.importRun(instrument, [minutesOf(tape, 0, HISTORY_MINUTES)], {
          covers: { from: BTC.from, to: until },
          watermark: until,
          reason: 'backfill',
          lease,
        })
        await store.refreshRecommended(instrument)
        await lease.release()
      }

      /** Commits minute n of every market and closes its bars; not measured. */
      async function close(n: number): Promise<void> {
        const end = BTC.from + (n + 1) * MINUTE_MS
        clock.setOffset(end + 2_000 - Date.now())
        await inParallel(MARKETS, async (k) => {
          await store.appendLive(leases[k], minutesOf(tapes[k % TAPES], n, n + 1), end, { unbroken: true })
          await store.closeUpTo(leases[k], end + 2_000)
        })
      }

      /** Computes the rows of minute n from the history, which must equal the published ones. Returns its time, ms. */
      async function recompute(n: number, rows: ReadonlyMap<string, ScanRow>): Promise<number> {
        const from = BTC.from + n * MINUTE_MS
        const closed = await store.listClosed(new Map())
        const range = { intervalMs: MINUTE_MS, from, to: from + MINUTE_MS }
        const deps = { store, days: new DayProfiles(store), nowMs: clock.now() }
        const before = performance.now()
        const found = await inParallel(closed.length, (k) => computeRows(deps, closed[k], range))
        const ms = performance.now() - before
        for (const row of found.flatMap((one) => one.rows)) {
          if (JSON.stringify(row) !== JSON.stringify(rows.get(row.symbol)))
            throw new Error(`bench: the rows of ${row.symbol} differ`)
        }
        return ms
      }
    } finally {
      await bench.close()
      removeBenchStore(folder)
    }
  })

/** Runs `work` for 0 to `count` - 1, a few at once; results in order. */
async function inParallel<Result>(count: number, work: (k: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const run = async (): Promise<void> => {
    while (next < count) {
      const k = next++
      results[k] = await work(k)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, run))
  return results
}

/**
 * Gives markets the stored rows of others: the history of 500 is prepared in seconds. Their new trades are committed like
 * those of any market.
 */
async function copyRows(
  pool: Pool,
  copies: readonly { readonly id: number; readonly source: number }[],
): Promise<void> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select a.attrelid::regclass::text as name, string_agg(quote_ident(o.attname), ', ' order by o.attnum) as columns
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
     join pg_attribute o on o.attrelid = a.attrelid and o.attnum > 0 and not o.attisdropped and o.attname <> 'instrument_id'
     where a.attname = 'instrument_id' and c.relnamespace = 'public'::regnamespace group by a.attrelid`,
  )
  const ids = [copies.map(({ id }) => id), copies.map(({ source }) => source)]
  for (const { name, columns } of rows) {
    await pool.query(`delete from ${name} where instrument_id = any($1::int[])`, [ids[0]])
    await pool.query(
      `insert into ${name} (instrument_id, ${columns}) select w.id, ${columns.replaceAll(/(^|, )/g, '$1t.')}
       from unnest($1::int[], $2::int[]) as w (id, source) join ${name} t on t.instrument_id = w.source`,
      ids,
    )
  }
}

const since = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`

function minutesOf(trades: Trades, from: number, to: number): Trades {
  const at = (minute: number): number => lowerBoundTs(trades, BTC.from + minute * MINUTE_MS)
  return sliceTrades(trades, at(from), at(to))
}
