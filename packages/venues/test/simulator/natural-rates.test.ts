import { beforeAll, describe, expect, test } from 'vitest'
import {
  DAY_MS,
  aggregateTrades,
  analyzeBars,
  composeBars,
  parseSettings,
  recommendStep,
  regroupBars,
  sampleSpans,
} from '@flowprint/orderflow'
import type { Bars, InstrumentUnits } from '@flowprint/orderflow'
import { DEMO_MARKETS, simulateTrades } from '../../src/index.ts'

const DAYS = 5
const SEEDS = [1, 5, 20240808]
const CYCLES = [60_000, 300_000, 900_000]
/** Share of bars in percent, as measured on real tapes (INDICATORS 8 and 9). */
const RANGES = { effort: [1.5, 7], stacks: [1, 35], stackZones: [1, 12], clusters: [0.5, 19] } as const

const settings = parseSettings({ zones: { kinds: { cluster: true } } })

interface Rates {
  effort: number
  stacks: number
  stackZones: number
  clusters: number
}

/** Number of bars on which each rule fires. */
function count(bars: Bars, units: InstrumentUnits): Rates {
  const { efforts, stacks, zones } = analyzeBars(bars, settings, { units })
  const born = (kind: string) => new Set(zones.filter((zone) => zone.kind === kind).map((zone) => zone.born)).size
  return {
    effort: new Set(efforts.map(({ t }) => t)).size,
    stacks: new Set(stacks.map(({ t }) => t)).size,
    stackZones: born('stack'),
    clusters: born('cluster'),
  }
}

describe.each(DEMO_MARKETS)(
  '$symbol: every rule fires at the rate of real tapes at the recommended precision',
  (market) => {
    /** Bars of each cycle at native ticks, per seed. */
    let worlds: Bars[][]

    beforeAll(() => {
      worlds = SEEDS.map(simulateWorld)
    })

    function simulateWorld(seed: number): Bars[] {
      // A different week for every seed.
      const from = Date.UTC(2026, 4, 4) + (seed % 7) * 8 * DAY_MS
      const minutes = aggregateTrades(simulateTrades({ seed, market }, from, from + DAYS * DAY_MS), {
        cycleMs: 60_000,
        step: 1,
      })
      return CYCLES.map((cycleMs) => (cycleMs === 60_000 ? minutes : composeBars(minutes, cycleMs)))
    }

    test.each(CYCLES.map((cycleMs, i) => ({ name: `${cycleMs / 60_000}m`, cycleMs, i })))(
      'bars of $name',
      ({ name, cycleMs, i }) => {
        const total: Rates = { effort: 0, stacks: 0, stackZones: 0, clusters: 0 }
        let length = 0
        for (const cycles of worlds) {
          const price = cycles[0].close[cycles[0].length - 1]
          const step = recommendStep({
            tickSize: market.tickSize,
            samples: cycles.map((bars) => sampleSpans(bars)),
            cycleMs,
            price,
          })
          const bars = regroupBars(cycles[i], step)
          const found = count(bars, market)
          for (const rule of Object.keys(total) as (keyof Rates)[]) total[rule] += found[rule]
          length += bars.length
        }
        const shares = Object.entries(total).map(([rule, n]) => [rule, (100 * n) / length] as const)
        console.log(
          `${market.symbol} ${name}, ${length} bars: ${shares.map(([rule, share]) => `${rule} ${share.toFixed(2)} %`).join(', ')}`,
        )
        for (const [rule, share] of shares) {
          const [low, high] = RANGES[rule as keyof Rates]
          expect(share, rule).toBeGreaterThanOrEqual(low)
          expect(share, rule).toBeLessThanOrEqual(high)
        }
      },
    )
  },
)
