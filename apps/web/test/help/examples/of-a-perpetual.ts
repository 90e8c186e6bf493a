import { annualFundingRate, foldLiquidations, foldStats, fundingCost, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { short } from './draw.ts'
import type { Example } from './example.ts'
import { NOON } from './sketch.ts'

/** Three minutes; nothing was received in the second half of the middle one. */
export const liquidations: Example = () => {
  const rows = [
    [NOON + 59_999, 8320, 4, 1],
    [NOON + 60_000, 8310, 6, 1],
    [NOON + 80_000, 8330, 5, 0],
  ]
  const column = (k: number) => Float64Array.from(rows, (row) => row[k])
  const bars = foldLiquidations(
    {
      length: rows.length,
      seq: Float64Array.of(1, 2, 3),
      ts: column(0),
      price: column(1),
      lots: column(2),
      isLong: Uint8Array.from(column(3)),
    },
    [
      { from: NOON, to: NOON + 90_000, isComplete: true },
      { from: NOON + 120_000, to: NOON + 180_000, isComplete: true },
    ],
    { starts: Float64Array.from([0, 1, 2], (k) => NOON + k * MINUTE_MS), end: NOON + 180_000 },
  )
  return {
    figures: {},
    facts: {
      'liquidation.first': `${bars.longLots[0]}`,
      'liquidation.long': `${bars.isLowerBound[1] ? '≥ ' : ''}${bars.longLots[1]}`,
      'liquidation.short': `${bars.isLowerBound[1] ? '≥ ' : ''}${bars.shortLots[1]}`,
      'liquidation.covered': `${bars.coveredMs[1] / 1000}`,
      'liquidation.value': `${bars.longValue[1]}`,
      'liquidation.zero': `${bars.isLowerBound[2] ? '≥ ' : ''}${bars.longLots[2]}`,
    },
  }
}

/** Last values of the minutes from 11:59 on; two are missing. Two bars of three minutes. */
export const openInterest: Example = () => {
  const values = [500, 520, NaN, 490, 505, NaN, 530]
  const change = (list: readonly number[]) => {
    const unknown = new Float64Array(list.length).fill(NaN)
    const stats = {
      length: list.length,
      t: Float64Array.from(list, (_, k) => NOON + (k - 1) * MINUTE_MS),
      openInterest: Float64Array.from(list),
      fundingRate: unknown,
      nextFundingMs: unknown,
      markPrice: unknown,
      indexPrice: unknown,
    }
    const bars = foldStats(stats, {
      starts: Float64Array.of(NOON, NOON + 3 * MINUTE_MS),
      end: NOON + 6 * MINUTE_MS,
    })
    return [...bars.change].map((one) => (Number.isNaN(one) ? '–' : `${one > 0 ? '+' : '−'}${Math.abs(one)}`))
  }
  const [first, second] = change(values)
  return {
    figures: {},
    facts: { 'interest.first': first, 'interest.second': second, 'interest.gap': change(values.with(3, NaN))[1] },
  }
}

/** Half a coin at a mark price of 40,000. */
export const funding: Example = () => {
  const value = 0.5 * 40_000
  const percent = (rate: number) => short(100 * rate, 4).replace('-', '−')
  return {
    figures: {},
    facts: {
      'funding.value': `${value}`,
      'funding.pays': short(fundingCost({ position: 'long', value }, 0.0001)),
      'funding.receives': short(-fundingCost({ position: 'short', value }, 0.0001)),
      'funding.annual': percent(annualFundingRate(0.0001, 8 * HOUR_MS)),
      'funding.hourly': short(-fundingCost({ position: 'long', value }, -0.0000125)),
      'funding.hourlyAnnual': percent(annualFundingRate(-0.0000125, HOUR_MS)),
      'funding.payments': `${annualFundingRate(1, 8 * HOUR_MS)}`,
      'funding.hourlyPayments': `${annualFundingRate(1, HOUR_MS)}`,
    },
  }
}
