/** Examples on one bar: reading it, point of control, value area, imbalances and stacks. */
import {
  analyzeBars,
  DEFAULT_SETTINGS,
  parseSettings,
  profileValueArea,
  rangeProfile,
  profilePoc,
  valueArea,
  BUY_GRADE_MASK,
  SELL_GRADE_MASK,
  SELL_GRADE_SHIFT,
  type Bars,
} from '@flowprint/orderflow'
import { footprint, short, signed } from './draw.ts'
import type { Example } from './example.ts'
import { barsOf } from './sketch.ts'

const LTC = { units: { tickSize: '0.01', lotSize: '1' } }
const PLAIN = { units: { tickSize: '1', lotSize: '1' } }

/** Rows of 0.05, lots: the bar with which the reading begins. */
const READING = [
  [1664, 31, 5],
  [1665, 12, 3],
  [1666, 10, 40],
  [1667, 9, 36],
  [1668, 4, 12],
] as const
const price = (row: number, step = 5) => ((row * step) / 100).toFixed(2)

export const reading: Example = () => {
  const bars = barsOf([{ cells: READING, open: 8322, close: 8337 }], 5)
  const said = analyzeBars(bars, DEFAULT_SETTINGS, LTC)
  const delta = bars.ask[0] - bars.bid[0]
  const volume = bars.ask[0] + bars.bid[0]
  const grade = (row: number) => {
    const flags = said.cellFlags[row - 1664]
    return { buy: flags & BUY_GRADE_MASK, sell: (flags & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT }
  }
  return {
    figures: { reading: footprint(bars, said, { tick: '0.01', show: ['poc', 'area', 'imbalance'] }) },
    facts: {
      'reading.bid': `${bars.bid[0]}`,
      'reading.ask': `${bars.ask[0]}`,
      'reading.volume': `${volume}`,
      'reading.delta': signed(delta),
      'reading.deltaShare': short((100 * delta) / volume, 1),
      'reading.poc': price(said.pocRow[0]),
      'reading.pocTop': price(said.pocRow[0] + 1),
      'reading.pocVolume': `${bars.cellBid[said.pocRow[0] - 1664] + bars.cellAsk[said.pocRow[0] - 1664]}`,
      'reading.val': price(said.valRow[0]),
      'reading.vah': price(said.vahRow[0] + 1),
      'imbalance.first': short(36 / 10),
      'imbalance.firstGrade': `${grade(1667).buy}`,
      'imbalance.second': short(40 / 12),
      'imbalance.secondGrade': `${grade(1666).buy}`,
      'imbalance.sell': short(31 / 3),
      'imbalance.sellGrade': `${grade(1664).sell}`,
      'imbalance.none': short(12 / 9),
      'imbalance.noneGrade': `${grade(1668).buy}`,
    },
  }
}

/** The automatic least volume after 50 bars of eight equal cells each. */
export const minimum: Example = () => {
  const after = (lots: number) => {
    const quiet = { cells: [1664, 1665, 1666, 1667].map((row) => [row, lots, lots] as const) }
    const bars = barsOf([...Array.from({ length: 50 }, () => quiet), { cells: READING }], 5)
    const said = analyzeBars(bars, DEFAULT_SETTINGS, LTC)
    const kept = READING.map(([row], k) => ({ row, flags: said.cellFlags[bars.cellStart[50] + k] })).filter(
      ({ flags }) => flags & (BUY_GRADE_MASK | SELL_GRADE_MASK),
    )
    return { minimum: short(said.minVolume[50], 1), sum: `${50 * 8 * lots}`, kept: kept.map(({ row }) => price(row)) }
  }
  const [low, high] = [after(30), after(160)]
  return {
    figures: {},
    facts: {
      'minimum.low': low.minimum,
      'minimum.lowSum': low.sum,
      'minimum.lowKept': `${low.kept.length}`,
      'minimum.high': high.minimum,
      'minimum.highSum': high.sum,
      'minimum.highKept': `${high.kept.length}`,
      'minimum.highKeptAt': high.kept.join(', '),
    },
  }
}

export const poc: Example = () => {
  const cells = [
    [1662, 90, 110],
    [1663, 200, 250],
    [1664, 160, 140],
    [1665, 240, 210],
    [1666, 220, 230],
    [1667, 60, 40],
  ] as const
  const bar = (less: number) =>
    barsOf(
      [
        {
          cells: cells.map(([row, sold, bought]) => [row, row === 1665 ? sold - less : sold, bought] as const),
          low: 8313,
          high: 8338,
          close: 8331,
        },
      ],
      5,
    )
  const bars = bar(0)
  const said = analyzeBars(bars, DEFAULT_SETTINGS, LTC)
  const middle = bars.high[0] + bars.low[0]
  const centre = (row: number) => 2 * row * 5 + 4
  const away = (row: number) => `${Math.abs(centre(row) - middle)}`
  return {
    figures: { poc: footprint(bars, said, { tick: '0.01', show: ['poc'] }) },
    facts: {
      'poc.row': `${said.pocRow[0]}`,
      'poc.price': price(said.pocRow[0]),
      'poc.middle': `${middle}`,
      'poc.away1663': away(1663),
      'poc.away1665': away(1665),
      'poc.away1666': away(1666),
      'poc.centre1663': `${centre(1663)}`,
      'poc.centre1665': `${centre(1665)}`,
      'poc.centre1666': `${centre(1666)}`,
      'poc.otherwise': `${analyzeBars(bar(10), DEFAULT_SETTINGS, LTC).pocRow[0]}`,
    },
  }
}

export const area: Example = () => {
  const bars = barsOf([
    {
      cells: [
        [0, 40, 20],
        [1, 60, 80],
        [2, 70, 40],
        [3, 150, 200],
        [4, 50, 60],
        [6, 130, 100],
      ],
    },
  ])
  const said = analyzeBars(bars, DEFAULT_SETTINGS, PLAIN)
  const single = valueArea(bars, 0, DEFAULT_SETTINGS.valueArea.share)
  const profile = profileValueArea(rangeProfile(bars), DEFAULT_SETTINGS.valueArea.share)
  if (single === null || profile === null) throw new Error('nothing traded')
  const total = bars.bid[0] + bars.ask[0]
  return {
    figures: { 'value-area': footprint(bars, said, { show: ['poc', 'area'] }) },
    facts: {
      'area.total': `${total}`,
      'area.needed': `${(total * Number(DEFAULT_SETTINGS.valueArea.share)) / 100}`,
      'area.val': `${single.valRow}`,
      'area.vah': `${single.vahRow}`,
      'area.profileVal': `${profile.valRow}`,
      'area.profileVah': `${profile.vahRow}`,
    },
  }
}

export const stack: Example = () => {
  const cells = [
    [10, 8, 2],
    [11, 5, 30],
    [12, 0, 25],
    [13, 6, 18],
    [14, 9, 24],
    [15, 20, 3],
  ] as const
  const bars = barsOf([{ cells, close: 15 }])
  const said = analyzeBars(bars, DEFAULT_SETTINGS, PLAIN)
  const [found] = said.stacks
  const without = analyzeBars(
    bars,
    parseSettings({ imbalance: { ratio: '3', minVolume: 'auto', zeroSide: 'ignore' } }),
    PLAIN,
  )
  return {
    figures: { stack: footprint(bars, said, { show: ['imbalance'] }) },
    facts: {
      'stack.low': `${found.lowRow}`,
      'stack.high': `${found.highRow}`,
      'stack.count': `${found.count}`,
      'stack.volume': `${found.volume}`,
      'stack.median': short(found.medianRatio),
      'stack.count_ignored': `${without.stacks.length}`,
    },
  }
}

export const profile: Example = () => {
  const bars: Bars = barsOf([
    {
      cells: [
        [10, 1, 2],
        [11, 3, 0],
      ],
    },
    {
      cells: [
        [11, 1, 1],
        [14, 0, 5],
      ],
    },
  ])
  const sum = rangeProfile(bars)
  const poc = profilePoc(sum)
  const area = profileValueArea(sum, DEFAULT_SETTINGS.valueArea.share)
  if (area === null) throw new Error('nothing traded')
  return {
    figures: { 'volume-profile': footprint(bars, analyzeBars(bars, DEFAULT_SETTINGS, PLAIN), { labels: ['1', '2'] }) },
    facts: {
      'profile.poc': `${poc}`,
      'profile.val': `${area.valRow}`,
      'profile.vah': `${area.vahRow}`,
      'profile.total': `${[...bars.bid, ...bars.ask].reduce((a, b) => a + b, 0)}`,
    },
  }
}
