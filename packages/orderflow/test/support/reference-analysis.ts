import {
  BAR_COMPLETE,
  BAR_OPEN,
  bigLotsAt,
  parseFraction,
  pocRow,
  toLots,
  type Bars,
  type Effort,
  type IndicatorSettings,
  type Lots,
  type Stack,
  type Zone,
} from '../../src/index.ts'
import { referenceAuctions } from './reference-signals.ts'

/**
 * The rules once more, slow and obvious: exact fractions of BigInt, maps of rows, every zone lived through on its own.
 * It shares nothing with the engine but the point of control, which has its own reference.
 */

interface Fraction {
  readonly num: bigint
  readonly den: bigint
}

const over = (num: number | bigint, den: number | bigint = 1): Fraction => ({ num: BigInt(num), den: BigInt(den) })
const times = (a: Fraction, b: Fraction): Fraction => ({ num: a.num * b.num, den: a.den * b.den })
const notLess = (a: Fraction, b: Fraction): boolean => a.num * b.den >= b.num * a.den
const toNumber = (a: Fraction): number => Number(a.num) / Number(a.den)

interface Row {
  readonly bid: bigint
  readonly ask: bigint
}

interface Mark {
  readonly side: 'buy' | 'sell'
  readonly row: number
  readonly dominant: Lots
  readonly opposite: Lots
  readonly grade: number
}

export interface Reference {
  readonly marks: readonly (readonly Mark[])[]
  readonly minVolume: readonly number[]
  readonly stacks: readonly Stack[]
  readonly efforts: readonly Effort[]
  readonly zones: readonly Zone[]
}

/** Only for lot size 1. */
export function referenceAnalysis(bars: Bars, settings: IndicatorSettings): Reference {
  const indexes = Array.from({ length: bars.length }, (_, i) => i)
  const minimum = indexes.map((i) => minimumAt(bars, i, settings))
  const marks = indexes.map((i) => marksAt(bars, i, settings, minimum[i]))
  const stacks = indexes.flatMap((i) => stacksAt(bars, i, marks[i], settings.stack.min))
  const efforts = indexes.flatMap((i) => effortsAt(bars, i, settings))
  const zones = indexes.flatMap((i) =>
    bornAt(bars, i, marks[i], settings).map((zone) => lived(bars, i, zone, settings)),
  )
  return { marks, minVolume: minimum.map(toNumber), stacks, efforts, zones }
}

function gridOf(bars: Bars, i: number): Map<number, Row> {
  const grid = new Map<number, Row>()
  for (let row = rowOf(bars, bars.low[i]); row <= rowOf(bars, bars.high[i]); row++) grid.set(row, { bid: 0n, ask: 0n })
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
    const bid = bigLotsAt(bars, 'cellBid', k)
    const ask = bigLotsAt(bars, 'cellAsk', k)
    grid.set(bars.row[k], { bid, ask })
  }
  return grid
}

const rowOf = (bars: Bars, tick: number): number => Math.floor(tick / bars.step)
const sumOf = (list: readonly bigint[]): bigint => list.reduce((sum, lots) => sum + lots, 0n)
const bidOf = (bars: Bars, i: number): bigint => bigLotsAt(bars, 'bid', i)
const askOf = (bars: Bars, i: number): bigint => bigLotsAt(bars, 'ask', i)
const volumeOf = (bars: Bars, i: number): bigint => bidOf(bars, i) + askOf(bars, i)
const deltaOf = (bars: Bars, i: number): bigint => askOf(bars, i) - bidOf(bars, i)
const magnitude = (lots: bigint): bigint => (lots < 0n ? -lots : lots)
const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function completeBefore(bars: Bars, i: number, count: number): number[] {
  const found: number[] = []
  for (let j = i - 1; j >= 0 && found.length < count; j--) if (bars.state[j] === BAR_COMPLETE) found.push(j)
  return found
}

function median(values: readonly bigint[]): Fraction {
  const sorted = values.toSorted(ascending)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? over(sorted[half]) : over(sorted[half - 1] + sorted[half], 2)
}

function minimumAt(bars: Bars, i: number, settings: IndicatorSettings): Fraction {
  if (settings.imbalance.minVolume !== 'auto') return parseFraction(settings.imbalance.minVolume)
  const before = completeBefore(bars, i, 50)
  if (before.length < 10) return over(0)
  const rows = before.flatMap((j) => [...gridOf(bars, j).values()])
  const cells = rows.flatMap(({ bid, ask }) => [bid, ask]).filter((lots) => lots > 0n)
  return over(sumOf(cells), 4 * cells.length)
}

function marksAt(bars: Bars, i: number, settings: IndicatorSettings, minimum: Fraction): Mark[] {
  const ratio = parseFraction(settings.imbalance.ratio)
  const grid = gridOf(bars, i)
  const marks: Mark[] = []
  for (const [row, { bid, ask }] of grid) {
    for (const side of ['buy', 'sell'] as const) {
      const facing = side === 'buy' ? grid.get(row - 1)?.bid : grid.get(row + 1)?.ask
      const dominant = side === 'buy' ? ask : bid
      if (facing === undefined || dominant === 0n || !notLess(over(dominant), minimum)) continue
      if (facing === 0n && settings.imbalance.zeroSide === 'ignore') continue
      const holds = (factor: Fraction) => notLess(over(dominant), times(times(ratio, factor), over(facing)))
      const grade = facing === 0n ? 3 : [over(1), over(5, 3), over(10, 3)].filter(holds).length
      if (grade > 0) marks.push({ side, row, dominant: toLots(dominant), opposite: toLots(facing), grade })
    }
  }
  return marks
}

function runsOf(marks: readonly Mark[], side: Mark['side']): Mark[][] {
  const runs: Mark[][] = []
  for (const mark of marks.filter((one) => one.side === side)) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)!.row === mark.row - 1) run.push(mark)
    else runs.push([mark])
  }
  return runs
}

function stacksAt(bars: Bars, i: number, marks: readonly Mark[], min: number): Stack[] {
  return (['buy', 'sell'] as const).flatMap((side) =>
    runsOf(marks, side)
      .filter((run) => run.length >= min)
      .map((run) => {
        const ratios = run.map(({ dominant, opposite }) =>
          opposite === 0 ? Infinity : toNumber(over(dominant, opposite)),
        )
        const sorted = ratios.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1))
        const half = Math.floor(sorted.length / 2)
        return {
          t: bars.t[i],
          side,
          lowRow: run[0].row,
          highRow: run.at(-1)!.row,
          count: run.length,
          volume: toLots(sumOf(run.map(({ dominant }) => BigInt(dominant)))),
          medianRatio: sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2,
        }
      }),
  )
}

function effortsAt(bars: Bars, i: number, settings: IndicatorSettings): Effort[] {
  const before = completeBefore(bars, i, 20)
  const delta = deltaOf(bars, i)
  if (bars.state[i] !== BAR_COMPLETE || bars.state[i - 1] !== BAR_COMPLETE || delta === 0n) return []
  if (before.length < 20 || i - before[19] > 60) return []
  const medianVolume = median(before.map((j) => volumeOf(bars, j)))
  const ranges = before.map((j) => {
    const low = j === 0 ? bars.low[j] : Math.min(bars.low[j], bars.close[j - 1])
    return (j === 0 ? bars.high[j] : Math.max(bars.high[j], bars.close[j - 1])) - low
  })
  const atr = over(
    ranges.reduce((sum, range) => sum + range, 0),
    20,
  )
  if (medianVolume.num === 0n || atr.num === 0n) return []
  const direction = delta > 0n ? 1 : -1
  const [high, low, close] = [bars.high[i], bars.low[i], bars.close[i]]
  const relVolume = over(volumeOf(bars, i) * medianVolume.den, medianVolume.num)
  const share = over(magnitude(delta), volumeOf(bars, i))
  const progress = over(BigInt(direction * (close - bars.close[i - 1])) * atr.den, atr.num)
  const location = high === low ? over(1, 2) : over(direction > 0 ? close - low : high - close, high - low)
  const { effort } = settings
  const fires =
    notLess(relVolume, parseFraction(effort.relVolume)) &&
    notLess(share, parseFraction(effort.share)) &&
    notLess(parseFraction(effort.progress), progress) &&
    notLess(parseFraction(effort.closeLocation), location)
  if (!fires) return []
  const clamped = Math.max(-1, Math.min(toNumber(progress), 0.1))
  return [
    {
      t: bars.t[i],
      side: direction > 0 ? 'bearish' : 'bullish',
      score: toNumber(relVolume) * (toNumber(share) / 0.12) * (1 - clamped),
      relVolume: toNumber(relVolume),
      deltaShare: toNumber(share),
      progress: toNumber(progress),
      closeLocation: toNumber(location),
      levelRow: levelOf(bars, i, direction).row,
      medianVolume: wholeOrHalf(medianVolume),
      atrTicks: toNumber(atr),
    },
  ]
}

/** A whole number beyond 2^53 - 1, halves up. */
function wholeOrHalf({ num, den }: Fraction): Lots {
  return 2n * num <= den * BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(num) / Number(den)
    : toLots((2n * num + den) / (2n * den))
}

function levelOf(bars: Bars, i: number, direction: number): { row: number; lots: bigint } {
  const cells = [...gridOf(bars, i)].map(([row, { bid, ask }]) => ({ row, lots: direction > 0 ? ask : bid }))
  const most = cells
    .map(({ lots }) => lots)
    .toSorted(ascending)
    .at(-1)
  const ties = cells.filter(({ lots }) => lots === most)
  return direction > 0 ? ties.at(-1)! : ties[0]
}

type Born = Pick<Zone, 'kind' | 'side' | 'lowRow' | 'highRow'> & { lots: bigint }

function bornAt(bars: Bars, i: number, marks: readonly Mark[], settings: IndicatorSettings): Zone[] {
  const before = completeBefore(bars, i, 50)
  if (bars.state[i] !== BAR_COMPLETE || before.length < 10) return []
  const medianVolume = median(before.map((j) => volumeOf(bars, j)))
  const close = rowOf(bars, bars.close[i])
  const born: Born[] = []
  for (const stack of stacksAt(bars, i, marks, settings.zones.stackMin)) {
    if (!notLess(over(stack.volume), times(over(1, 2), medianVolume))) continue
    const side = stack.side === 'buy' ? 'support' : 'resistance'
    born.push({ kind: 'stack', side, lowRow: stack.lowRow, highRow: stack.highRow, lots: BigInt(stack.volume) })
  }
  for (const effort of effortsAt(bars, i, settings)) {
    const { row, lots } = levelOf(bars, i, effort.side === 'bearish' ? 1 : -1)
    born.push({
      kind: 'effort',
      side: effort.side === 'bearish' ? 'resistance' : 'support',
      lowRow: row,
      highRow: row,
      lots,
    })
  }
  born.push(...clustersAt(bars, i, median(before.map((j) => pocVolumeOf(bars, j)))))
  for (const { side, tick, dominant } of referenceAuctions(bars, i, settings)) {
    const row = rowOf(bars, tick)
    born.push({
      kind: 'unfinished',
      side: side === 'high' ? 'resistance' : 'support',
      lowRow: row,
      highRow: row,
      lots: BigInt(dominant),
    })
  }
  const source = i - 20
  if (source >= 0 && bars.state[source] === BAR_COMPLETE) {
    const row = pocRow(bars, source)
    const later = Array.from({ length: 20 }, (_, n) => source + 1 + n)
    const covered = later.some((j) => rowOf(bars, bars.low[j]) <= row && row <= rowOf(bars, bars.high[j]))
    const side = close > row ? 'support' : 'resistance'
    if (!covered) born.push({ kind: 'nakedPoc', side, lowRow: row, highRow: row, lots: pocVolumeOf(bars, source) })
  }
  return born
    .filter(({ kind }) => settings.zones.kinds[kind])
    .filter(({ side, lowRow, highRow }) => (side === 'support' ? close >= lowRow : close <= highRow))
    .map(({ lots, ...zone }) => ({
      ...zone,
      born: bars.t[i],
      state: 'fresh',
      tests: 0,
      ended: null,
      strength: toNumber(over(lots * medianVolume.den, medianVolume.num)) * (zone.highRow - zone.lowRow + 1),
    }))
}

function pocVolumeOf(bars: Bars, i: number): bigint {
  const { bid, ask } = gridOf(bars, i).get(pocRow(bars, i))!
  return bid + ask
}

function clustersAt(bars: Bars, i: number, medianPoc: Fraction): Born[] {
  const grid = gridOf(bars, i)
  const volume = volumeOf(bars, i)
  const close = rowOf(bars, bars.close[i])
  const heavy = [...grid].filter(([, { bid, ask }]) => {
    const lots = over(bid + ask)
    return (
      notLess(lots, over(5n * volume, grid.size)) &&
      notLess(lots, times(over(2), medianPoc)) &&
      notLess(lots, over(volume, 5))
    )
  })
  const runs: [number, Row][][] = []
  for (const one of heavy) {
    if (runs.at(-1)?.at(-1)?.[0] === one[0] - 1) runs.at(-1)!.push(one)
    else runs.push([one])
  }
  return runs.flatMap((run): Born[] => {
    const [lowRow, highRow] = [run[0][0], run.at(-1)![0]]
    const delta = sumOf(run.map(([, { bid, ask }]) => ask - bid))
    const lots = sumOf(run.map(([, { bid, ask }]) => ask + bid))
    const sign = close > highRow ? 1n : close < lowRow ? -1n : delta
    return sign === 0n ? [] : [{ kind: 'cluster', side: sign > 0n ? 'support' : 'resistance', lowRow, highRow, lots }]
  })
}

/** Everything that happens to one zone after its birth, by the words of the rule. */
function lived(bars: Bars, birth: number, zone: Zone, settings: IndicatorSettings): Zone {
  let tests = 0
  let armed = true
  const { breakBy, expireBars } = settings.zones
  const support = zone.side === 'support'
  const end = (state: Zone['state'], i: number): Zone => ({ ...zone, state, tests, ended: bars.t[i] })
  for (let i = birth + 1; i < bars.length; i++) {
    if (bars.state[i] === BAR_OPEN) continue
    const [low, high, close] = [rowOf(bars, bars.low[i]), rowOf(bars, bars.high[i]), rowOf(bars, bars.close[i])]
    const overlaps = low <= zone.highRow && high >= zone.lowRow
    if (zone.kind === 'nakedPoc') {
      if (overlaps) return end('filled', i)
    } else {
      const farthest = support ? low : high
      const beyond = (row: number) => (support ? row < zone.lowRow : row > zone.highRow)
      const reached = support ? low <= zone.highRow : high >= zone.lowRow
      if (breakBy === 'close' ? beyond(close) : breakBy === 'through' ? beyond(farthest) : reached)
        return end('broken', i)
      const back = support ? close > zone.highRow : close < zone.lowRow
      if (overlaps && back && armed) tests += 1
      armed = !overlaps
    }
    if (i >= birth + expireBars) return end('expired', i)
  }
  return { ...zone, tests, state: tests > 0 ? 'tested' : 'fresh' }
}
