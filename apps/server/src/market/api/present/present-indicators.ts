import type {
  Imbalance,
  Indicators,
  StackedImbalance,
  AbsorptionMark,
  ExhaustionMark,
  UnfinishedMark,
  VwapMark,
  VwapOpen,
} from '@flowprint/contract'
import {
  BUY_STACK,
  SELL_STACK,
  addLots,
  imbalancesOf,
  lowerBoundT,
  ratioText,
  roundScore,
  decimalUnit,
  multiplyUnits,
} from '@flowprint/orderflow'
import type {
  Analysis,
  Bars,
  Lots,
  Stack,
  Absorption,
  Exhaustion,
  UnfinishedAuction,
  InstrumentUnits,
  VwapSums,
} from '@flowprint/orderflow'
import type { DecimalWriter } from '../../text.ts'
import type { VolumeUnit } from './present-trades.ts'
import { decimalWriter } from '../../text.ts'

/**
 * The indicators of bars [first, bars.length). Marks of earlier bars are omitted; zones are included if still active at
 * the first bar.
 */
export function presentIndicators(
  bars: Bars,
  analysis: Analysis,
  options: { readonly first: number; readonly price: DecimalWriter; readonly volume: VolumeUnit },
): Indicators {
  const { first, price, volume } = options
  const fromT = first < bars.length ? bars.t[first] : Infinity
  const edge = (row: number) => price(row * bars.step)
  const words = { bars, price, volume }
  const isShown = ({ t }: { readonly t: number }): boolean => t >= fromT
  const { unfinished, absorptions, exhaustions } = analysis.signals
  const imbalances: Imbalance[] = []
  for (let i = first; i < bars.length; i++) {
    for (const { side, row, dominant, opposite } of imbalancesOf(bars, i, analysis.cellFlags)) {
      imbalances.push({ t: bars.t[i], side, price: edge(row), ratio: ratioText(dominant, opposite) })
    }
  }
  return {
    imbalances,
    stacks: analysis.stacks
      .filter((stack) => stack.t >= fromT)
      .map((stack): StackedImbalance => ({
        t: stack.t,
        side: stack.side,
        low: edge(stack.lowRow),
        high: edge(stack.highRow + 1),
        count: stack.count,
        volume: volume.text(stackVolume(bars, analysis, stack, volume)),
      })),
    effort: analysis.efforts
      .filter((effort) => effort.t >= fromT)
      .map((effort) => ({
        t: effort.t,
        side: effort.side,
        score: roundScore(effort.score),
        rel_volume: roundScore(effort.relVolume),
        delta_share: roundScore(effort.deltaShare),
        progress: roundScore(effort.progress),
        close_location: roundScore(effort.closeLocation),
        level: edge(effort.levelRow),
      })),
    unfinished: unfinished.filter(isShown).map((auction) => presentUnfinished(auction, words)),
    absorption: absorptions.filter(isShown).map((absorption) => presentAbsorption(absorption, words)),
    exhaustion: exhaustions.filter(isShown).map((exhaustion) => presentExhaustion(exhaustion, words)),
    zones: analysis.zones
      .filter((zone) => zone.ended === null || zone.ended >= fromT)
      .map((zone) => ({
        kind: zone.kind,
        side: zone.side,
        low: edge(zone.lowRow),
        high: edge(zone.highRow + 1),
        born: zone.born,
        state: zone.state,
        tests: zone.tests,
        ended: zone.ended,
        strength: roundScore(zone.strength),
      })),
  }
}

/** Sum of the stack's dominant cells in the unit of the answer. */
function stackVolume(bars: Bars, analysis: Analysis, stack: Stack, volume: VolumeUnit): Lots {
  const i = lowerBoundT(bars, stack.t)
  const flag = stack.side === 'buy' ? BUY_STACK : SELL_STACK
  let sum: Lots = 0
  for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
    const inside = bars.row[cell] >= stack.lowRow && bars.row[cell] <= stack.highRow
    if (!inside || (analysis.cellFlags[cell] & flag) === 0) continue
    sum = addLots(sum, stack.side === 'buy' ? volume.cellAsk(cell) : volume.cellBid(cell))
  }
  return sum
}

/** Formatters for the signals of bars. */
export interface SignalWords {
  readonly bars: Bars
  readonly price: DecimalWriter
  readonly volume: VolumeUnit
}

function presentUnfinished(auction: UnfinishedAuction, { price, volume }: SignalWords): UnfinishedMark {
  const { t, side, tick, dominant, opposite, ended } = auction
  return {
    t,
    side,
    price: price(tick),
    dominant: volume.text(volume.at(tick, dominant)),
    opposite: volume.text(volume.at(tick, opposite)),
    ended,
  }
}

function presentAbsorption(absorption: Absorption, words: SignalWords): AbsorptionMark {
  const { t, side, lowRow, highRow, relVolume, share, retreat, known } = absorption
  const { bars, price, volume } = words
  const dominant = side === 'high' ? 'ask' : 'bid'
  const sum = (of: 'bid' | 'ask'): string => volume.text(sumRows(words, t, { lowRow, highRow, side: of }))
  return {
    t,
    side,
    low: price(lowRow * bars.step),
    high: price((highRow + 1) * bars.step),
    dominant: sum(dominant),
    opposite: sum(dominant === 'ask' ? 'bid' : 'ask'),
    rel_volume: roundScore(relVolume),
    share: roundScore(share),
    retreat: roundScore(retreat),
    known,
  }
}

function presentExhaustion(exhaustion: Exhaustion, words: SignalWords): ExhaustionMark {
  const { t, side, row, cells, meanCell } = exhaustion
  const { bars, price, volume } = words
  const way = side === 'high' ? -1 : 1
  const rows = cells.map((_, away) => row + way * away)
  const of = side === 'high' ? 'ask' : 'bid'
  return {
    t,
    side,
    price: price(row * bars.step),
    cells: rows.map((at) => volume.text(sumRows(words, t, { lowRow: at, highRow: at, side: of }))),
    peak: roundScore(Number(cells[3]) / meanCell),
  }
}

/** One side of the rows [lowRow, highRow] of the bar at t, in the unit of the answer. */
function sumRows(
  { bars, volume }: SignalWords,
  t: number,
  { lowRow, highRow, side }: { lowRow: number; highRow: number; side: 'bid' | 'ask' },
): Lots {
  const i = lowerBoundT(bars, t)
  let sum: Lots = 0
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
    if (bars.row[k] >= lowRow && bars.row[k] <= highRow)
      sum = addLots(sum, side === 'ask' ? volume.cellAsk(k) : volume.cellBid(k))
  }
  return sum
}

/** Fraction of a tick in which a VWAP is expressed: it falls between ticks. */
const PARTS = 10_000
const PART_DECIMALS = 4

/** The exact sums before the first bar, in prices and quantities like all other values. */
export function presentVwapOpen(sums: VwapSums | null, { tickSize, lotSize }: InstrumentUnits): VwapOpen | null {
  if (sums === null) return null
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  const quote = multiplyUnits(tick, lot)
  return {
    sum_q: decimalWriter(lot)(sums.q),
    sum_pq: decimalWriter(quote)(sums.pq),
    sum_ppq: sums.ppq === null ? null : decimalWriter(multiplyUnits(tick, quote))(sums.ppq),
  }
}

/** VWAP and deviation at the close of bars from `first` on; bars before the anchor have none. */
export function presentVwap(
  bars: Bars,
  { vwap, vwapDeviation }: Analysis,
  first: number,
  { tickSize }: InstrumentUnits,
): VwapMark[] {
  const { mantissa, exponent } = decimalUnit(tickSize)
  const text = decimalWriter({ mantissa, exponent: exponent - PART_DECIMALS })
  const marks: VwapMark[] = []
  for (let i = first; i < bars.length; i++) {
    if (Number.isNaN(vwap[i])) continue
    const deviation = Number.isNaN(vwapDeviation[i]) ? null : text(Math.round(vwapDeviation[i] * PARTS))
    marks.push({ t: bars.t[i], vwap: text(Math.round(vwap[i] * PARTS)), deviation })
  }
  return marks
}

/** Fields that refer to bars by time, and the name of the corresponding number field. */
const NAMES: readonly (readonly [at: string, number: string])[] = [
  ['t', 'number'],
  ['born', 'born_number'],
  ['ended', 'ended_number'],
  ['known', 'known_number'],
]

/** The indicators with whole milliseconds, plus the number of each bar they refer to. */
export function numberMarks(indicators: Indicators, bars: Bars, numbers: Uint32Array): Indicators {
  const numbered = (mark: object): object => {
    const out: Record<string, unknown> = { ...mark }
    for (const [at, number] of NAMES) {
      const t = out[at]
      if (typeof t !== 'number') continue
      const bar = lowerBoundT(bars, t)
      out[at] = Math.floor(t)
      if (bars.t[bar] === t) out[number] = numbers[bar]
    }
    return out
  }
  const entries = Object.entries(indicators).map(([name, marks]) => [
    name,
    Array.isArray(marks) ? marks.map(numbered) : marks,
  ])
  return Object.fromEntries(entries) as Indicators
}
