import { MINUTE_MS } from '@flowprint/orderflow'
import type { LiquidationCommit, MinuteStat } from '../../../../src/market/store/index.ts'
import { spec } from '../../../test-database.ts'

export const KILL_SPEC = spec('TEST:KILLPERP', { live: true, kind: 'perpetual' })
/** The end of a month: rows go into two partitions. */
export const KILL_FROM = Date.UTC(2026, 10, 30, 23, 40)
export const KILL_COMMITS = 2_400
const STEP_MS = 1_000

/** The commit of one second, known to recorder and test. */
export function killCommit(k: number): LiquidationCommit {
  const fromMs = KILL_FROM + k * STEP_MS
  return {
    liquidations: Array.from({ length: (k * 7) % 4 }, (_, i) => ({
      ts: fromMs + ((k * 31 + i * 17) % STEP_MS),
      position: (k + i) % 3 === 0 ? 'short' : 'long',
      priceTicks: 64_000 + ((k * 13 + i) % 101),
      lots: 1 + ((k * 5 + i) % 23),
    })),
    coverage: { fromMs, untilMs: fromMs + STEP_MS, isComplete: true },
  }
}

/** The commit that continues the stored coverage. */
export const killCommitAfter = (untilMs: number | null): number =>
  untilMs === null ? 0 : (untilMs - KILL_FROM) / STEP_MS

export const killStat = (minute: number): MinuteStat => ({
  minute,
  openInterest: `${(minute - KILL_FROM) / MINUTE_MS}.125`,
  fundingRate: '-0.00001250',
  nextFundingMs: minute + MINUTE_MS,
  markPrice: '64000.10',
  indexPrice: null,
})
