import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  applyCoverage,
  findGaps,
  parseSettings,
  recommendStep,
  regroupBars,
  sampleSpans,
  spanOfTrades,
  type Bars,
  type Signal,
  type Trades,
} from '../../src/index.ts'
import { hasSharedFile, readCanonicalTrades } from '../support/shared-data.ts'

const settings = parseSettings({ zones: { kinds: { cluster: true, nakedPoc: true } }, unfinished: { show: true } })

const LTC = { file: 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz', tickSize: '0.01', lotSize: '0.001' }
const BTC = { file: 'data/binance/binance_usdm_BTCUSDT_20240808_2354.csv.gz', tickSize: '0.1', lotSize: '0.001' }

function barsOf(trades: Trades, cycleMs: number, step: number): Bars {
  const bars = regroupBars(aggregateTrades(trades, { cycleMs, step: 1 }), step, true)
  const gaps = findGaps(trades, 'contiguous').map(({ fromTs, toTs }) => ({ fromTs, toTs, state: 'lost' as const }))
  applyCoverage(bars, gaps, [spanOfTrades(trades, false)!])
  return bars
}

/** Share of the bars, in percent, on which each rule fires. */
function rates(bars: Bars, units: { tickSize: string; lotSize: string }) {
  const { efforts, stacks, zones, signals } = analyzeBars(bars, settings, { units })
  const share = (times: number[]) => (100 * new Set(times).size) / bars.length
  const born = (kind: string) => share(zones.filter((zone) => zone.kind === kind).map((zone) => zone.born))
  /** The greater share of the two ends of the bars. */
  const atEnds = (list: readonly Signal[]) =>
    Math.max(
      ...(['high', 'low'] as const).map((end) => share(list.filter(({ side }) => side === end).map(({ t }) => t))),
    )
  return {
    effort: share(efforts.map(({ t }) => t)),
    stacks3: share(stacks.map(({ t }) => t)),
    stackZones: born('stack'),
    clusters: born('cluster'),
    nakedPocs: born('nakedPoc'),
    unfinished: atEnds(signals.unfinished),
    absorption: atEnds(signals.absorptions),
    exhaustion: atEnds(signals.exhaustions),
  }
}

function line(name: string, bars: Bars, found: ReturnType<typeof rates>): string {
  const parts = Object.entries(found).map(([rule, percent]) => `${rule} ${percent.toFixed(2)} %`)
  return `${name} ${bars.cycleMs / 60_000}m, step ${bars.step}, ${bars.length} bars: ${parts.join(', ')}`
}

describe('rates of the rules on real tapes', () => {
  const present = hasSharedFile(LTC.file)
  const trades = present ? readCanonicalTrades(LTC.file, LTC.tickSize, LTC.lotSize) : null

  test.skipIf(!present).each([60_000, 300_000, 900_000])(
    'LTC, bars of %d ms at the recommended precision',
    (cycleMs) => {
      const samples = [60_000, 300_000, 900_000].map((ms) => sampleSpans(barsOf(trades!, ms, 1)))
      const step = recommendStep({ tickSize: LTC.tickSize, samples, cycleMs, price: 8300 })
      const bars = barsOf(trades!, cycleMs, step)
      const found = rates(bars, LTC)
      console.log(line('LTC', bars, found))
      expect(found.effort).toBeGreaterThanOrEqual(1.4)
      expect(found.effort).toBeLessThanOrEqual(7)
      expect(found.stacks3).toBeGreaterThanOrEqual(1)
      expect(found.stacks3).toBeLessThanOrEqual(35)
      expect(found.stackZones).toBeGreaterThanOrEqual(1)
      expect(found.stackZones).toBeLessThanOrEqual(12)
      // Clusters are created within a bar: fewer with 9 rows per bar than with 18.
      expect(found.clusters).toBeGreaterThanOrEqual(0.5)
      expect(found.clusters).toBeLessThanOrEqual(19)
      expect(found.unfinished).toBeGreaterThanOrEqual(1)
      expect(found.unfinished).toBeLessThanOrEqual(15)
      expect(found.absorption).toBeLessThanOrEqual(7)
      expect(found.exhaustion).toBeLessThanOrEqual(4)
    },
  )

  test.skipIf(!hasSharedFile(BTC.file))(
    'BTC, six minutes: too few bars for any rule that looks back, and stacks at once',
    () => {
      const bars = barsOf(readCanonicalTrades(BTC.file, BTC.tickSize, BTC.lotSize), 60_000, 50)
      const found = rates(bars, BTC)
      console.log(line('BTC', bars, found))
      expect(found).toMatchObject({ effort: 0, stackZones: 0, clusters: 0, nakedPocs: 0 })
      expect(found.stacks3).toBeGreaterThan(0)
    },
  )
})
