import { setTimeout as sleep } from 'node:timers/promises'
import { Histogram } from './lag.ts'

const GATHER_MS = 50

/** ms. */
export interface PlainLags {
  readonly p50: number
  readonly p99: number
}

/**
 * The minimum a program would do with a new trade: batch for 50 ms, one insert, one commit. Runs repeatedly in parallel
 * with the real one, so that noise on this machine slows both.
 */
export async function startPlainWay(
  query: (text: string, values: unknown[]) => Promise<unknown>,
): Promise<{ stop(): Promise<PlainLags> }> {
  await query('create table if not exists bench_plain (came double precision)', [])
  const times = new Histogram()
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      const came = performance.now()
      await sleep(GATHER_MS)
      await query('insert into bench_plain values ($1)', [came])
      times.add(performance.now() - came)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return { p50: times.percentile(50), p99: times.percentile(99) }
    },
  }
}
