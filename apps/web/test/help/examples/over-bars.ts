/** Examples over several bars: delta and CVD, zones, effort, signals, VWAP. */
import {
  MINUTE_MS,
  aggregateTrades,
  analyzeBars,
  BAR_INCOMPLETE,
  composeBars,
  DEFAULT_SETTINGS,
  EFFORT_PRESETS,
  parseSettings,
  type Analysis,
  type Bars,
} from '@flowprint/orderflow'
import { candles, footprint, short, signed } from './draw.ts'
import type { Example } from './example.ts'
import { barsOf, NOON, tradesOf, type Trade, type Sketch } from './sketch.ts'

const PLAIN = { units: { tickSize: '1', lotSize: '1' } }
const times = (count: number, sketch: Sketch) => Array.from({ length: count }, () => sketch)

export const delta: Example = () => {
  const bars = aggregateTrades(
    tradesOf([
      [NOON + 1_000, 8328, 100, 'B'],
      [NOON + 20_000, 8324, 300, 'S'],
      [NOON + 41_000, 8326, 250, 'B'],
      [NOON + 60_000, 8325, 50, 'S'],
    ]),
    { cycleMs: MINUTE_MS, step: 5 },
  )
  const whole = composeBars(bars, 5 * MINUTE_MS)
  const of = (of: Bars, i: number) => ({
    delta: signed(of.ask[i] - of.bid[i]),
    min: signed(of.minDelta[i]),
    max: signed(of.maxDelta[i]),
  })
  const facts = Object.entries({ first: of(bars, 0), second: of(bars, 1), whole: of(whole, 0) }).flatMap(
    ([name, values]) => Object.entries(values).map(([key, value]) => [`delta.${name}.${key}`, value]),
  )
  return {
    figures: {
      delta: footprint(bars, analyzeBars(bars, DEFAULT_SETTINGS, PLAIN), { tick: '0.01', labels: ['12:00', '12:01'] }),
    },
    facts: {
      ...(Object.fromEntries(facts) as Record<string, string>),
      'delta.volume': `${bars.bid[0] + bars.ask[0]}`,
      'delta.share': short((100 * (bars.ask[0] - bars.bid[0])) / (bars.ask[0] + bars.bid[0]), 1),
    },
  }
}

export const cvd: Example = () => {
  const start = Date.UTC(2025, 5, 21, 23, 50)
  const runs: readonly (readonly [number, 'B' | 'S'])[][] = [
    [
      [1, 'S'],
      [7, 'B'],
      [1, 'S'],
    ],
    [
      [2, 'B'],
      [11, 'S'],
      [2, 'B'],
    ],
    [[3, 'B']],
    [
      [2, 'S'],
      [7, 'B'],
      [1, 'S'],
    ],
    [[2, 'S']],
  ]
  const trades = runs.flatMap((run, i) =>
    run.map(([lots, side], k): Trade => [start + i * 5 * MINUTE_MS + k, 100, lots, side]),
  )
  const bars = aggregateTrades(tradesOf(trades), { cycleMs: 5 * MINUTE_MS, step: 1 })
  bars.state[3] = BAR_INCOMPLETE
  const said = analyzeBars(bars, DEFAULT_SETTINGS, { ...PLAIN, cvdOpen: 10 })
  const drawn = Array.from(bars.t, (_, i) => {
    const open = said.cvdOpen[i]
    return {
      open,
      high: open + bars.maxDelta[i],
      low: open + bars.minDelta[i],
      close: open + bars.ask[i] - bars.bid[i],
    }
  })
  const facts = drawn.flatMap((candle, i) =>
    Object.entries(candle).map(([key, value]) => [`cvd.${i + 1}.${key}`, `${value}`]),
  )
  const segments = Array.from(said.cvdSegment, (segment, i) => [`cvd.${i + 1}.segment`, `${segment}`])
  return {
    figures: { cvd: { kind: 'series', what: 'cvd', bars: drawn } },
    facts: Object.fromEntries([...facts, ...segments]) as Record<string, string>,
  }
}

const STACK = [
  [10, 8, 2],
  [11, 5, 30],
  [12, 0, 25],
  [13, 6, 18],
  [14, 9, 24],
  [15, 20, 3],
] as const
/** [low, high, close] of the bars after the birth of the zone. */
const LIFE = [
  [15, 19, 17],
  [13, 18, 16],
  [14, 17, 14],
  [14, 18, 17],
  [15, 20, 18],
  [12, 19, 15],
  [8, 15, 10],
] as const

export const zone: Example = () => {
  const quiet = { cells: [10, 11, 12, 13, 14].map((row) => [row, 15, 15] as const), close: 12 }
  const walk = LIFE.map(([low, high, close], i): Sketch => ({
    cells: Array.from({ length: high - low + 1 }, (_, k) => [low + k, 2, 2] as const),
    close,
    open: Math.min(high, Math.max(low, LIFE[i - 1]?.[2] ?? 15)),
  }))
  const sketches = [...times(12, quiet), { cells: STACK, close: 15 }, ...walk]
  const bars = barsOf(sketches)
  const after = (count: number, settings = DEFAULT_SETTINGS) => {
    const found = analyzeBars(barsOf(sketches.slice(0, 13 + count)), settings, PLAIN).zones.filter(
      ({ kind }) => kind === 'stack',
    )
    if (found.length !== 1) throw new Error(`one zone was expected, had ${found.length}`)
    return found[0]
  }
  const born = after(0)
  const lives = LIFE.map((_, k) => after(k + 1))
  const touch = after(2, parseSettings({ zones: { breakBy: 'touch' } }))
  return {
    figures: {
      zone: {
        kind: 'series',
        what: 'zone',
        bars: candles(bars, 12),
        zone: { low: born.lowRow, high: born.highRow + 1, from: 0, to: lives.length },
        tests: lives.flatMap(({ tests }, k) => (tests > (lives[k - 1]?.tests ?? 0) ? [k + 1] : [])),
        marked: lives.findIndex(({ state }) => state === 'broken') + 1,
      },
    },
    facts: {
      'zone.low': `${born.lowRow}`,
      'zone.high': `${born.highRow}`,
      'zone.strength': short(born.strength, 4),
      ...Object.fromEntries(lives.map(({ tests }, k) => [`zone.tests${k + 1}`, `${tests}`])),
      'zone.state': lives[6].state,
      'zone.touched': touch.state,
    },
  }
}

export const effort: Example = () => {
  const quiet = {
    cells: [
      [990, 25, 25],
      [1000, 13, 12],
      [1010, 0, 25],
    ] as const,
    open: 1000,
    close: 1000,
  }
  const push = {
    cells: [
      [996, 27, 13],
      [1001, 30, 40],
      [1012, 20, 90],
    ] as const,
    open: 1000 - 4,
    close: 1001,
  }
  const bars = barsOf([...times(21, quiet), push])
  const by = (preset: keyof typeof EFFORT_PRESETS) =>
    analyzeBars(bars, parseSettings({ effort: EFFORT_PRESETS[preset] }), { units: { tickSize: '0.1', lotSize: '1' } })
      .efforts
  const [found] = by('default')
  return {
    figures: { effort: { kind: 'series', what: 'effort', bars: candles(bars, 12, 10), marked: bars.length - 1 - 12 } },
    facts: {
      'effort.side': found.side,
      'effort.volume': short(found.relVolume),
      'effort.share': short(found.deltaShare),
      'effort.progress': short(found.progress),
      'effort.location': short(found.closeLocation, 4),
      'effort.score': short(found.score, 3),
      'effort.median': `${found.medianVolume}`,
      'effort.atr': (found.atrTicks / 10).toFixed(1),
      'effort.strict': `${by('strict').length}`,
      'effort.bought': `${bars.ask[21]}`,
      'effort.sold': `${bars.bid[21]}`,
      'effort.total': `${bars.bid[21] + bars.ask[21]}`,
      'effort.delta': signed(bars.ask[21] - bars.bid[21]),
    },
  }
}

function one<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the example fires nothing')
  return found
}

const isHigh = ({ side }: { readonly side: string }) => side === 'high'

export const unfinished: Example = () => {
  const settings = parseSettings({ unfinished: { show: true } })
  const bar = (sold: number, bought: number) =>
    barsOf([
      {
        cells: [
          [0, 98 - sold - bought, 1],
          [1, 0, 1],
          [2, sold, bought],
        ],
        close: 1,
      },
    ])
  const found = (sold: number, bought: number) =>
    analyzeBars(bar(sold, bought), settings, PLAIN).signals.unfinished.filter(isHigh)
  const bars = bar(2, 11)
  const [mark] = found(2, 11)
  return {
    figures: { 'unfinished-auction': footprint(bars, analyzeBars(bars, settings, PLAIN), { mark: [2] }) },
    facts: {
      'unfinished.mean': short(mark.meanCell),
      'unfinished.threshold': short(mark.meanCell * Number(settings.unfinished.dominant)),
      'unfinished.yes': `${found(2, 11).length}`,
      'unfinished.exactly': `${found(2, 10).length}`,
      'unfinished.one': `${found(1, 11).length}`,
    },
  }
}

export const absorption: Example = () => {
  const quiet = { cells: Array.from({ length: 8 }, (_, row) => [row, 5, 5] as const), close: 3 }
  const after = (bought: number, nextHigh: number): { bars: Bars; said: Analysis } => {
    const push = {
      cells: [
        [0, 2, 0],
        [1, 3, 0],
        [3, 1, 0],
        [6, 20, bought - 1],
        [7, 0, 1],
      ] as const,
      open: 0,
      close: 3,
    }
    const bars = barsOf([
      ...times(10, quiet),
      push,
      {
        cells: [
          [3, 1, 1],
          [nextHigh, 0, 1],
        ],
      },
    ])
    return { bars, said: analyzeBars(bars, DEFAULT_SETTINGS, PLAIN) }
  }
  const { bars, said } = after(30, 7)
  const mark = one(said.signals.absorptions.find(isHigh))
  const count = (bought: number, nextHigh: number) =>
    `${after(bought, nextHigh).said.signals.absorptions.filter(isHigh).length}`
  return {
    figures: { absorption: footprint(bars, said, { bars: [10], mark: [6, 7] }) },
    facts: {
      'absorption.bought': `${mark.dominant}`,
      'absorption.sold': `${mark.opposite}`,
      'absorption.median': `${mark.medianVolume}`,
      'absorption.times': short(mark.relVolume),
      'absorption.share': short(100 * mark.share, 0),
      'absorption.retreat': short(mark.retreat),
      'absorption.low': `${mark.lowRow}`,
      'absorption.high': `${mark.highRow}`,
      'absorption.less': count(29, 7),
      'absorption.beyond': count(30, 8),
    },
  }
}

export const exhaustion: Example = () => {
  const bar = (sold: number) =>
    barsOf([
      {
        cells: [
          [0, sold, 0],
          [1, sold, 0],
          [2, 0, 20],
          [3, 0, 10],
          [4, 0, 5],
          [5, 0, 2],
        ],
        close: 0,
      },
    ])
  const marks = (sold: number) => analyzeBars(bar(sold), DEFAULT_SETTINGS, PLAIN).signals.exhaustions.filter(isHigh)
  const bars = bar(11)
  const [mark] = marks(11)
  return {
    figures: { exhaustion: footprint(bars, analyzeBars(bars, DEFAULT_SETTINGS, PLAIN), { mark: [2, 3, 4, 5] }) },
    facts: {
      'exhaustion.cells': mark.cells.join(' < '),
      'exhaustion.mean': short(mark.meanCell),
      'exhaustion.volume': `${bars.bid[0] + bars.ask[0]}`,
      'exhaustion.twice': short(2 * mark.meanCell),
      'exhaustion.with12': `${marks(12).length}`,
    },
  }
}

export const vwap: Example = () => {
  const day = Date.UTC(2025, 5, 21)
  const trades: readonly (readonly [number, number])[][] = [
    [
      [10, 2],
      [13, 1],
    ],
    [[15, 1]],
    [
      [14, 2],
      [16, 3],
    ],
    [
      [17, 4],
      [15, 1],
    ],
    [
      [16, 2],
      [18, 2],
    ],
    [
      [15, 3],
      [13, 2],
    ],
  ]
  const bars = aggregateTrades(
    tradesOf(
      trades.flatMap((run, i) => run.map(([tick, lots], k): Trade => [day + i * MINUTE_MS + k, tick, lots, 'B'])),
    ),
    { cycleMs: MINUTE_MS, step: 1 },
  )
  const said = analyzeBars(bars, parseSettings({ vwap: { anchor: 'day' } }), PLAIN)
  const at = (i: number) => ({ mean: said.vwap[i], deviation: said.vwapDeviation[i] })
  const band = (i: number, times: number) =>
    `${short(at(i).mean - times * at(i).deviation, 3)} – ${short(at(i).mean + times * at(i).deviation, 3)}`
  return {
    figures: {
      vwap: {
        kind: 'series',
        what: 'vwap',
        bars: candles(bars),
        line: [...said.vwap],
        deviation: [...said.vwapDeviation],
      },
    },
    facts: {
      'vwap.first': short(at(0).mean),
      'vwap.firstDeviation': short(at(0).deviation, 3),
      'vwap.second': short(at(1).mean),
      'vwap.secondDeviation': short(at(1).deviation, 3),
      'vwap.one': band(1, 1),
      'vwap.two': band(1, 2),
    },
  }
}
