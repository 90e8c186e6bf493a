/**
 * Examples on the tape: sweeps, big trades, bars without a fixed length, gaps, rows, drawn lines; and the default
 * settings.
 */
import {
  MINUTE_MS,
  aggregateTrades,
  applyCoverage,
  BAR_COMPLETE,
  BigTradeScan,
  continueSequence,
  DEFAULT_SETTINGS,
  digestSweeps,
  drawingPriceAt,
  EFFORT_PRESETS,
  emptyTrades,
  findGaps,
  ladder,
  RecentTape,
  recommendStep,
  rowsSwept,
  sequenceRule,
  SIZES_BACK_MS,
  spanOfTrades,
  SweepChain,
  SWEEP_GAP_MS,
  sweepSize,
} from '@flowprint/orderflow'
import { short } from './draw.ts'
import type { Example } from './example.ts'
import { NOON, tradesOf, type Trade } from './sketch.ts'

export const sweeps: Example = () => {
  const tape = new RecentTape(1000)
  tape.add(
    tradesOf([
      [NOON, 8329, 400, 'B'],
      [NOON, 8330, 1000, 'B'],
      [NOON + 100, 8332, 600, 'B'],
      [NOON + 101, 8331, 200, 'S'],
      [NOON + 102, 8332, 100, 'B'],
      [NOON + 203, 8333, 100, 'B'],
    ]),
  )
  const rows = (unit: 'base' | 'quote', atLeast: number) => tape.rows({ merge: true, unit, atLeast }, 200)
  const all = rows('base', 0)
  const sweep = all[all.length - 1]
  const notional = Number(sweep.notional)
  return {
    figures: {},
    facts: {
      'sweep.rows': `${all.length}`,
      'sweep.trades': `${sweep.trades}`,
      'sweep.quantity': (Number(sweep.lots) / 1000).toFixed(3),
      'sweep.notional': (notional / 100_000).toFixed(3),
      'sweep.average': (notional / Number(sweep.lots) / 100).toFixed(3),
      'sweep.swept': `${rowsSwept(sweep, 5)}`,
      'sweep.gap': `${SWEEP_GAP_MS}`,
      'sweep.filtered': `${rows('base', 200).length}`,
      'sweep.filteredQuote': `${rows('quote', 1_667_000).length}`,
    },
  }
}

/** Whether a last sweep of that size is big, after 200 sweeps of 1, 2 … 200. */
function bigAfter(size: number, at: number, own = 0): boolean {
  const trades = Array.from({ length: 200 }, (_, i): Trade => [NOON + i * 1000, 100_000, i + 1, i % 2 ? 'B' : 'S'])
  const scan = new BigTradeScan(-Infinity, own)
  const chain = new SweepChain(emptyTrades())
  scan.add(chain.add(digestSweeps(tradesOf([...trades, [at, 100_000, size, 'B']]), { keepAll: true })))
  scan.add(chain.end())
  return scan.found.some((found) => found.firstTs === at && Number(sweepSize(found)) === size * 100_000)
}

export const bigTrades: Example = () => {
  const yes = (is: boolean) => (is ? '1' : '0')
  const later = NOON + 250_000
  const least = Array.from({ length: 200 }, (_, i) => i + 1).find((size) => bigAfter(size, later))
  return {
    figures: {},
    facts: {
      'big.least': `${least}`,
      'big.below': yes(bigAfter((least ?? 0) - 1, later)),
      'big.early': yes(bigAfter(1000, NOON + 210_000)),
      'big.own': yes(bigAfter(200, later, 500 * 100_000)),
      'big.hours': `${SIZES_BACK_MS / 3_600_000}`,
    },
  }
}

export const sequences: Example = () => {
  const day = Date.UTC(2025, 5, 21)
  const trades = tradesOf([
    [day + 1000, 100, 3, 'B', 1],
    [day + 1000, 100, 4, 'S', 2],
    [day + 1001, 100, 9, 'B', 5],
    [day + 1002, 100, 1, 'S', 1],
  ])
  const run = (cycle: string) => {
    const rule = sequenceRule(cycle, '0.001')
    if (rule === null) throw new Error(`${cycle} is no cycle`)
    return continueSequence(null, trades, rule, 1).bars
  }
  const [ticks, volume] = [run('3t'), run('0.008v')]
  return {
    figures: {},
    facts: {
      'sequence.tickBars': `${ticks.length}`,
      'sequence.volumeBars': `${volume.length}`,
      'sequence.secondTrades': `${ticks.trades[1]}`,
      'sequence.firstVolume': ((volume.bid[0] + volume.ask[0]) / 1000).toFixed(3),
    },
  }
}

export const gaps: Example = () => {
  const trades = tradesOf([
    [NOON + 30_000, 1, 1, 'B', 1, 500],
    [NOON + 110_000, 1, 1, 'B', 1, 501],
    [NOON + 130_000, 1, 1, 'B', 1, 506],
    [NOON + 180_000, 1, 1, 'B', 1, 507],
    [NOON + 299_999, 1, 1, 'B', 1, 508],
  ])
  const found = findGaps(trades, 'contiguous')
  const complete = (wholeDays: boolean) => {
    const bars = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1 })
    const span = spanOfTrades(trades, wholeDays)
    applyCoverage(
      bars,
      found.map((gap) => ({ ...gap, state: 'lost' as const })),
      span === null ? [] : [span],
    )
    return [...bars.state].flatMap((state, i) => (state === BAR_COMPLETE ? [`12:0${i}`] : []))
  }
  return {
    figures: {},
    facts: {
      'gap.missing': `${found[0].missing}`,
      'gap.complete': complete(false).join(', '),
      'gap.archive': complete(true).join(', '),
    },
  }
}

export const precision: Example = () => {
  const sample = (cycleMs: number, count: number, span: number) => ({
    cycleMs,
    spans: new Float64Array(count).fill(span),
  })
  const samples = [
    sample(15_000, 500, 3),
    sample(MINUTE_MS, 500, 12),
    sample(5 * MINUTE_MS, 384, 24),
    sample(120 * MINUTE_MS, 17, 120),
  ]
  const step = (cycleMs: number) =>
    (recommendStep({ tickSize: '0.01', cycleMs, samples, price: 8300, stored: null }) / 100).toFixed(2)
  const steps = (tick: string, count: number) =>
    ladder(tick)
      .slice(0, count)
      .map((step) => short(step * Number(tick)))
      .join(', ')
  return {
    figures: {},
    facts: {
      'precision.1m': step(MINUTE_MS),
      'precision.5m': step(5 * MINUTE_MS),
      'precision.2h': step(120 * MINUTE_MS),
      'precision.ladder': steps('0.01', 7),
      'precision.ladder25': steps('0.25', 5),
    },
  }
}

export const line: Example = () => {
  const at = drawingPriceAt(
    {
      kind: 'trend',
      points: [
        { t: NOON, tick: 100 },
        { t: NOON + 60 * MINUTE_MS, tick: 130 },
      ],
    },
    NOON + 20 * MINUTE_MS,
  )
  return { figures: {}, facts: { 'line.price': short(at ?? NaN) } }
}

/** Default thresholds, by their names in the texts. */
export const settings: Example = () => {
  const facts: Record<string, string> = {}
  const take = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) take(`${name}.${key}`, inner)
    else facts[name] = String(value)
  }
  take('default', DEFAULT_SETTINGS)
  take('preset', EFFORT_PRESETS)
  return { figures: {}, facts }
}
