import { join } from 'node:path'
import { median, fasterRow, plainRow, withinRow, type BenchRow } from './harness.ts'
import { Worker } from './ingest/calls.ts'
import { MARKETS } from './ingest/flow.ts'
import { canPin, leaveOneCore, onOneCore } from './ingest/cores.ts'
import type { LagsAndMemory, Spent } from './ingest/program.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const ROUNDS = 3
/** Trades per round. */
const TRADES = 500_000
const WARM_UP = 200_000
const SHOWN = 100_000
/** Trades per second on a busy day of twenty markets. */
const STEADY = 2_000
/** Trades per second when every market moves. */
const BUSY = 30_000
/** Long enough to close a minute and to show memory growth. */
const SECONDS = 70
const SLICE = 10_000
const UNDER_WAY = 40_000

/** Exchange frames to committed and broadcast trades on one core, compared with ccxt's parsing of the same frames. */
export function benchIngest(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const pin = canPin()
    if (!pin) console.log('bench: cannot pin processes to cores here: only the CPU time of the program is meaningful')
    const free = leaveOneCore(pin)
    const bench = await openBenchStore(dataDir)
    const here = (file: string): string => join(import.meta.dirname, 'ingest', file)
    const exchange = await Worker.start([process.execPath], here('exchange.ts'), [String(MARKETS.length)])
    const program = await Worker.start(onOneCore(pin, ['--expose-gc', ...process.execArgv]), here('program.ts'))
    try {
      await program.call('follow', { databaseUrl: bench.database.url, urls: await exchange.call('urls') })
      return await measure(program, exchange)
    } finally {
      await program.end()
      await exchange.end()
      await bench.close()
      removeBenchStore(dataDir)
      free()
    }
  })
}

async function measure(program: Worker, exchange: Worker): Promise<BenchRow[]> {
  const steady = await stream(program, exchange, STEADY)
  await pour(program, exchange, WARM_UP)
  await program.call('parse', { trades: WARM_UP })
  const ours: Spent[] = []
  const peer: Spent[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await pour(program, exchange, TRADES))
    peer.push(await program.call<Spent>('parse', { trades: TRADES }))
  }
  const of = (all: readonly Spent[], what: keyof Spent): number =>
    (median(all.map((spent) => spent[what])) * SHOWN) / TRADES
  const [cpu, peerCpu, wall, peerWall] = [of(ours, 'cpuMs'), of(peer, 'cpuMs'), of(ours, 'wallMs'), of(peer, 'wallMs')]
  await program.call('check')
  const busy = await stream(program, exchange, BUSY)

  const work = `${SHOWN} trades of 20 symbols, frame to committed and broadcast: processor time of one core`
  return [
    fasterRow('ingest', `${work} (${rate(cpu)}/s)`, `ccxt's parsing alone (${rate(peerCpu)}/s)`, cpu, peerCpu, 0.7),
    plainRow(
      'ingest',
      `the same by the clock (${rate(wall)}/s)`,
      `ccxt's parsing by the clock (${rate(peerWall)}/s)`,
      wall,
      peerWall,
    ),
    lagRow(STEADY, steady, 1.5),
    lagRow(BUSY, busy, 2.5),
  ]
}

const rate = (msOfShown: number): number => Math.round((SHOWN * 1000) / msOfShown)

/** Sends trades as fast as the program takes them, until the last one is on the bus; limits the number in flight. */
async function pour(program: Worker, exchange: Worker, trades: number): Promise<Spent> {
  await program.call('beginCount')
  for (let sent = 0; sent < trades; sent += SLICE) {
    await exchange.call('pour', { trades: SLICE })
    await program.call('counted', { trades: sent + SLICE - UNDER_WAY })
  }
  return program.call<Spent>('counted', { trades })
}

/** Sends trades at a steady rate. */
async function stream(program: Worker, exchange: Worker, perSecond: number): Promise<LagsAndMemory> {
  await exchange.call('stream', { perSecond, seconds: 3 })
  await program.call('beginLags')
  await exchange.call('stream', { perSecond, seconds: SECONDS })
  return program.call<LagsAndMemory>('endLags')
}

function lagRow(
  perSecond: number,
  { p50, p99, sentP99, plain, heap, dropped }: LagsAndMemory,
  factor: number,
): BenchRow {
  const peer = `gather 50 ms, one insert, commit (median ${plain.p50.toFixed(0)} ms)`
  // Dropped trades are fetched again by id later.
  if (dropped > 0)
    return withinRow(
      'ingest',
      `${perSecond} trades/s for ${SECONDS} s: ${dropped} could not be stored in time`,
      peer,
      Infinity,
      plain.p99,
      factor,
    )
  const memory = heap.map((mib) => mib.toFixed(0)).join(' to ')
  const more = `median ${p50.toFixed(0)} ms; from the exchange's stamp ${sentP99.toFixed(0)} ms; memory in use ${memory} MiB`
  return withinRow(
    'ingest',
    `${perSecond} trades/s for ${SECONDS} s, received to published, 99th percentile (${more})`,
    peer,
    p99,
    plain.p99,
    factor,
  )
}
