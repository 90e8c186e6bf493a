import {
  BAR_COMPLETE,
  BAR_OPEN,
  bigLotsAt,
  parseFraction,
  toLots,
  type Absorption,
  type Bars,
  type Exhaustion,
  type IndicatorSettings,
  type Signals,
  type SignalSide,
  type UnfinishedAuction,
} from '../../src/index.ts'

/** The signals once more, slow and obvious: rows in maps, BigInt, every later bar looked at. Without gaps between bars. */

type Sides = readonly [bid: bigint, ask: bigint]
const SIDES = ['high', 'low'] as const satisfies readonly SignalSide[]

export function referenceSignals(bars: Bars, settings: IndicatorSettings): Signals {
  const indexes = Array.from({ length: bars.length }, (_, i) => i)
  const shown = <T>(show: boolean, list: readonly T[]) => (show ? list : [])
  return {
    unfinished: shown(
      settings.unfinished.show,
      indexes.flatMap((i) => referenceAuctions(bars, i, settings)),
    ),
    absorptions: shown(
      settings.absorption.show,
      indexes.flatMap((i) => absorptions(bars, i, settings)),
    ),
    exhaustions: shown(
      settings.exhaustion.show,
      indexes.flatMap((i) => exhaustions(bars, i, settings)),
    ),
  }
}

/** Dense rows of bar i, from the extreme one inwards; [dominant, opposite] of that end. */
function rowsFrom(bars: Bars, i: number, side: SignalSide): { row: number; lots: Sides }[] {
  const cells = new Map<number, Sides>()
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
    const bid = bigLotsAt(bars, 'cellBid', k)
    const ask = bigLotsAt(bars, 'cellAsk', k)
    cells.set(bars.row[k], side === 'high' ? [ask, bid] : [bid, ask])
  }
  const low = Math.floor(bars.low[i] / bars.step)
  const high = Math.floor(bars.high[i] / bars.step)
  const rows = Array.from({ length: high - low + 1 }, (_, n) => (side === 'high' ? high - n : low + n))
  return rows.map((row) => ({ row, lots: cells.get(row) ?? [0n, 0n] }))
}

const total = (list: readonly bigint[]): bigint => list.reduce((sum, lots) => sum + lots, 0n)
/** a >= b x text, exactly. */
const atLeast = (a: bigint, text: string, b: bigint, den = 1n): boolean => {
  const factor = parseFraction(text)
  return a * factor.den * den >= factor.num * b
}

/** Only at step 1: native cells are the bar's. */
export function referenceAuctions(bars: Bars, i: number, { unfinished }: IndicatorSettings): UnfinishedAuction[] {
  if (bars.state[i] !== BAR_COMPLETE || bars.step !== 1) return []
  const cells = rowsFrom(bars, i, 'high').flatMap(({ lots }) => lots)
  const volume = total(cells)
  const count = BigInt(cells.filter((lots) => lots > 0n).length)
  const threshold = parseFraction(unfinished.dominant)
  return SIDES.flatMap((side): UnfinishedAuction[] => {
    const [dominant, opposite] = rowsFrom(bars, i, side)[0].lots
    if (dominant * threshold.den * count <= threshold.num * volume) return []
    const part = parseFraction(unfinished.opposite)
    if (opposite * part.den * threshold.den * count < part.num * threshold.num * volume) return []
    const tick = side === 'high' ? bars.high[i] : bars.low[i]
    const later = Array.from({ length: bars.length - i - 1 }, (_, n) => i + 1 + n).filter(
      (j) => bars.state[j] !== BAR_OPEN,
    )
    const end = later.find((j) => (side === 'high' ? bars.high[j] >= tick : bars.low[j] <= tick))
    return [
      {
        kind: 'unfinished',
        t: bars.t[i],
        side,
        tick,
        dominant: toLots(dominant),
        opposite: toLots(opposite),
        meanCell: Number(volume) / Number(count),
        ended: end === undefined ? null : bars.t[end],
      },
    ]
  })
}

function absorptions(bars: Bars, i: number, { absorption }: IndicatorSettings): Absorption[] {
  if (bars.state[i] !== BAR_COMPLETE || bars.state[i + 1] !== BAR_COMPLETE) return []
  const before: number[] = []
  for (let j = i - 1; j >= 0 && before.length < 50; j--) if (bars.state[j] === BAR_COMPLETE) before.push(j)
  const extreme = (j: number, side: SignalSide) => {
    const rows = rowsFrom(bars, j, side)
    return rows.slice(0, Math.max(2, Math.ceil(rows.length / 4)))
  }
  return SIDES.flatMap((side): Absorption[] => {
    const rows = rowsFrom(bars, i, side)
    if (rows.length < absorption.minRows || before.length < 10) return []
    const sorted = before
      .map((j) => total(extreme(j, side).map(({ lots }) => lots[0])))
      .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    const doubled = sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]
    const end = extreme(i, side)
    const dominant = total(end.map(({ lots }) => lots[0]))
    const opposite = total(end.map(({ lots }) => lots[1]))
    const whole = total(rows.map(({ lots }) => lots[0]))
    const range = bars.high[i] - bars.low[i]
    const away = side === 'high' ? bars.high[i] - bars.close[i] : bars.close[i] - bars.low[i]
    const beyond = side === 'high' ? bars.high[i + 1] > bars.high[i] : bars.low[i + 1] < bars.low[i]
    const fires =
      doubled > 0n &&
      atLeast(2n * dominant, absorption.relVolume, doubled) &&
      atLeast(dominant, absorption.opposite, opposite) &&
      atLeast(dominant, absorption.share, whole) &&
      atLeast(BigInt(away), absorption.retreat, BigInt(range)) &&
      !beyond
    if (!fires) return []
    const at = end.map(({ row }) => row)
    const edge = at[0]
    const depth = Math.max(2, Math.ceil(rows.length / 4))
    return [
      {
        kind: 'absorption',
        t: bars.t[i],
        side,
        lowRow: side === 'high' ? edge - depth + 1 : edge,
        highRow: side === 'high' ? edge : edge + depth - 1,
        dominant: toLots(dominant),
        opposite: toLots(opposite),
        relVolume: (2 * Number(dominant)) / Number(doubled),
        medianVolume: doubled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(doubled) / 2 : toLots((doubled + 1n) / 2n),
        share: Number(dominant) / Number(whole),
        retreat: range === 0 ? 0 : away / range,
        known: bars.t[i + 1],
      },
    ]
  })
}

function exhaustions(bars: Bars, i: number, { exhaustion }: IndicatorSettings): Exhaustion[] {
  if (bars.state[i] !== BAR_COMPLETE) return []
  return SIDES.flatMap((side): Exhaustion[] => {
    const rows = rowsFrom(bars, i, side)
    if (rows.length < exhaustion.minRows) return []
    const [a, b, c, d] = rows.slice(0, 4).map(({ lots }) => lots[0])
    const cells = rows.flatMap(({ lots }) => lots).filter((lots) => lots > 0n)
    const middle = bars.high[i] + bars.low[i]
    const far = side === 'high' ? 2 * bars.close[i] <= middle : 2 * bars.close[i] >= middle
    const extreme = parseFraction(exhaustion.extreme)
    const fires =
      far &&
      a < b &&
      b < c &&
      c < d &&
      a * extreme.den <= extreme.num * d &&
      atLeast(d * BigInt(cells.length), exhaustion.peak, total(cells))
    if (!fires) return []
    return [
      {
        kind: 'exhaustion',
        t: bars.t[i],
        side,
        row: rows[0].row,
        cells: [toLots(a), toLots(b), toLots(c), toLots(d)],
        meanCell: Number(total(cells)) / cells.length,
      },
    ]
  })
}
