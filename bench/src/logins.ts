import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFrame, sliceTrades } from '@flowprint/orderflow'
import { tapeTopic } from '../../apps/server/src/platform/bus/index.ts'
import { openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, percentile, plainRow, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import type { LoadReport } from './logins-load.ts'
import { openBenchStore, removeBenchStore, type BenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const SECONDS = 10
const LOGINS_A_SECOND = 200
/** Half the contract's rate, so that frames are not delayed for batching. */
const FRAMES_A_SECOND = 10
const FRAMES = SECONDS * FRAMES_A_SECOND
const TRADES = 20
const PEOPLE = 20
export const PASSWORD = 'kumquat 42 lantern'
const TURNS = 60

/**
 * The effect of a login storm on a stream of the same process, and whether login timing reveals which accounts exist.
 */
export function benchLogins(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    try {
      return await measure(bench, dataDir)
    } finally {
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

async function measure(bench: BenchStore, dataDir: string): Promise<BenchRow[]> {
  // Each login comes from a different address, so that limits per address do not apply: only the hash queue limits
  // the storm.
  const { app, url } = await openBenchApp(bench, {
    TRUST_PROXY: 'loopback',
    FREE_DELAY_MINUTES: '0',
    MARKETS: '',
    DATA_DIR: dataDir,
  })
  try {
    await makePeople(url, bench)
    const calm = await streamBeside(url, bench, 0, 0)
    const storm = await streamBeside(url, bench, LOGINS_A_SECOND, FRAMES)
    if (storm.refused === 0 || storm.failed > 0)
      throw new Error(`bench: ${storm.refused} logins were refused and ${storm.failed} failed`)
    const done = `${Math.round(storm.done / SECONDS)} answered, ${Math.round(storm.refused / SECONDS)} refused with 429`
    const work = `a frame to its client beside ${LOGINS_A_SECOND} logins/s offered for ${SECONDS} s (${done}; a login p50 ${Math.round(median(storm.loginMs))} ms)`
    const [known, unknown] = await timeInTurns(TURNS, [
      () => login(url, 'person-1@example.com', 'a wrong password'),
      () => login(url, 'unknown@example.com', 'a wrong password'),
    ])
    return [
      plainRow('logins', `${work}, median`, 'without logins', median(storm.frameMs), median(calm.frameMs)),
      plainRow(
        'logins',
        'the same, 99th percentile',
        'without logins',
        percentile(storm.frameMs, 99),
        percentile(calm.frameMs, 99),
      ),
      withinRow(
        'logins',
        'a refused login of an address without an account',
        'of one with an account',
        median(unknown),
        median(known),
        1.1,
      ),
    ]
  } finally {
    await app.close()
  }
}

let addresses = 0
const headers = () => ({
  'content-type': 'application/json',
  'x-forwarded-for': `198.18.${(addresses >> 8) & 255}.${addresses++ & 255}`,
})

export async function login(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await answer.json()) as { data: { token?: string } }
  return data.token ?? ''
}

/** Active accounts `person-0@example.com` and so on. */
export async function makePeople(url: string, bench: BenchStore): Promise<void> {
  for (let i = 0; i < PEOPLE; i++) {
    const person = {
      username: `person-${i}`,
      first_name: 'A',
      last_name: 'B',
      email: `person-${i}@example.com`,
      password: PASSWORD,
      confirm_password: PASSWORD,
    }
    await fetch(`${url}/api/register`, { method: 'POST', headers: headers(), body: JSON.stringify(person) })
  }
  await bench.database.pool.query('update account set activated_at = now()')
}

interface Beside extends Omit<LoadReport, 'arrived'> {
  /** For each frame, the time from the commit event to the client. */
  readonly frameMs: readonly number[]
}

/** Streams to a client in another process, which also sends the logins. `before`: frames already streamed. */
async function streamBeside(url: string, bench: BenchStore, loginsASecond: number, before: number): Promise<Beside> {
  const token = await login(url, 'person-0@example.com', PASSWORD)
  const instrument = await bench.store.ensureInstrument({
    symbol: BTC.symbol,
    exchange: 'BINANCE',
    kind: 'spot',
    label: 'BTC/USDT',
    tickSize: BTC.tickSize,
    lotSize: BTC.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'fills',
    live: true,
    simulated: false,
  })
  const trades = new BtcTape(5).next(Math.ceil((2 * FRAMES * TRADES) / 50))
  const load = fork(join(import.meta.dirname, 'logins-load.ts'), [
    url,
    token,
    BTC.symbol,
    String(loginsASecond),
    String(SECONDS),
    String(PEOPLE),
    PASSWORD,
  ])
  await once(load, 'message')
  const sent: number[] = []
  for (let i = before; i < before + FRAMES; i++) {
    const run = sliceTrades(trades, i * TRADES, (i + 1) * TRADES)
    const [firstSeq, lastSeq, newestTs] = [i * TRADES + 1, (i + 1) * TRADES, run.ts[TRADES - 1]]
    const frame = encodeFrame({
      symbol: BTC.symbol,
      tape: instrument.tape,
      instrumentVersion: instrument.version,
      firstSeq,
      lastSeq,
      watermark: newestTs,
      trades: run,
    })
    sent.push(performance.timeOrigin + performance.now())
    bench.bus.publish(tapeTopic(BTC.symbol), {
      kind: 'trades',
      symbol: BTC.symbol,
      firstSeq,
      lastSeq,
      watermark: newestTs,
      newestTs,
      frame,
    })
    await sleep(1000 / FRAMES_A_SECOND)
  }
  load.send('end')
  const [{ arrived, ...report }] = (await once(load, 'message')) as [LoadReport]
  load.kill()
  const frameMs = sent.map((at, i) => {
    const first = arrived.find(({ lastSeq }) => lastSeq >= (before + i + 1) * TRADES)
    if (first === undefined) throw new Error(`bench: frame ${i} did not arrive`)
    return first.at - at
  })
  return { ...report, frameMs }
}
