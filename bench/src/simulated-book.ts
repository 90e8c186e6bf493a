import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { createSimulatedBook, DEMO_MARKETS, DEMO_SEED } from '@flowprint/venues'
import { median, timeInTurns, withinRow, type BenchRow } from './harness.ts'

const ROUNDS = 5
const FROM = Date.UTC(2026, 4, 13, 14)
/** Minimum speed of generation, in multiples of real time. */
const SPEED = 100

/** The books of the simulated markets: one busy hour of changes, and a snapshot of a random minute. */
export async function benchSimulatedBook(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const market of DEMO_MARKETS) {
    const open = () => createSimulatedBook({ seed: DEMO_SEED, market })
    const { ticks } = open().changes(FROM, FROM + HOUR_MS)
    const [hour] = await timeInTurns(ROUNDS, [() => open().changes(FROM, FROM + HOUR_MS)])
    const work = `${market.symbol}: ${ticks.length} level changes of one hour`
    rows.push(withinRow('simulatedBook', work, `an hour / ${SPEED}`, median(hour), HOUR_MS / SPEED, 1))

    let minute = 0
    const [snapshot] = await timeInTurns(20, [() => open().snapshotAt(FROM + minute++ * 977 * MINUTE_MS + 30_000)])
    rows.push(withinRow('simulatedBook', `${market.symbol}: book at a random time`, '20 ms', median(snapshot), 20, 1))
  }
  return rows
}
