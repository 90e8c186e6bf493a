/**
 * A figure of the help as computed by the engine (figures.json; apps/web/test/help generates it and compares it with
 * the engine).
 */
export type Figure = FootprintFigure | SeriesFigure

export interface FootprintFigure {
  readonly kind: 'footprint'
  readonly bars: readonly FootprintFigureBar[]
}

export interface FootprintFigureBar {
  readonly label: string
  /** Highest price first; rows without trades are included with 0. */
  readonly rows: readonly FootprintFigureRow[]
  /** Index of the rows that contain open and close. */
  readonly open: number
  readonly close: number
  readonly volume: number
  readonly delta: number
}

export interface FootprintFigureRow {
  readonly price: string
  readonly bid: number
  readonly ask: number
  /** Grade of an imbalance. */
  readonly buy?: number
  readonly sell?: number
  readonly stack?: 'buy' | 'sell'
  readonly poc?: true
  readonly area?: true
  /** The rows the example explains. */
  readonly mark?: true
}

export interface SeriesFigure {
  readonly kind: 'series'
  readonly what: 'zone' | 'vwap' | 'cvd' | 'effort'
  readonly bars: readonly {
    readonly open: number
    readonly high: number
    readonly low: number
    readonly close: number
  }[]
  /** One value a bar; null where there is none. */
  readonly line?: readonly (number | null)[]
  /** Half the height of the first band, one a bar. */
  readonly deviation?: readonly (number | null)[]
  readonly zone?: { readonly low: number; readonly high: number; readonly from: number; readonly to: number }
  /** Index of the bars that tested the zone, and of the marked one. */
  readonly tests?: readonly number[]
  readonly marked?: number
}

const BAR = 38
const AXIS = 52
const TOP = 22
const BOTTOM = 12
const HEIGHT = 200
const TICKS = 4

export interface PlacedSeries {
  readonly width: number
  readonly height: number
  /** Where the prices begin. */
  readonly right: number
  readonly ticks: readonly { readonly y: number; readonly text: string }[]
  readonly bars: readonly {
    readonly x: number
    readonly half: number
    readonly top: number
    readonly bottom: number
    readonly bodyTop: number
    readonly body: number
    readonly fall: boolean
    readonly marked: boolean
  }[]
  readonly zone: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
  readonly bands: readonly { readonly order: number; readonly points: string }[]
  readonly line: string | null
  readonly notes: readonly {
    readonly x: number
    readonly y: number
    readonly what: 'test' | 'end' | 'mark'
    readonly number: number
  }[]
}

/** Positions in a picture, px of the picture. */
export function placeSeries(figure: SeriesFigure): PlacedSeries {
  const { bars, line = [], deviation = [], zone, tests = [], marked } = figure
  const spread = line.flatMap((value, i) =>
    value === null ? [] : [value - 2 * (deviation[i] ?? 0), value + 2 * (deviation[i] ?? 0)],
  )
  const all = [...bars.flatMap(({ low, high }) => [low, high]), ...spread, ...(zone ? [zone.low, zone.high] : [])]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const scale = (HEIGHT - TOP - BOTTOM) / (high - low || 1)
  const y = (value: number) => Math.round((HEIGHT - BOTTOM - (value - low) * scale) * 10) / 10
  const x = (i: number) => BAR * i + BAR / 2
  const right = BAR * bars.length
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, i) => (value === null ? [] : [`${x(i)},${y(value)}`]))
  const edge = (times: number) => line.map((value, i) => (value === null ? null : value + times * (deviation[i] ?? 0)))
  const band = (order: number) => ({
    order,
    points: [...points(edge(order)), ...points(edge(-order)).reverse()].join(' '),
  })
  const step = roundStep((high - low) / TICKS)
  const first = Math.ceil(low / step) * step
  return {
    width: right + AXIS,
    height: HEIGHT,
    right,
    ticks: Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, k) => first + k * step).map((value) => ({
      y: y(value),
      text: String(value),
    })),
    bars: bars.map((bar, i) => ({
      x: x(i),
      half: 8,
      top: y(bar.high),
      bottom: y(bar.low),
      bodyTop: y(Math.max(bar.open, bar.close)),
      body: Math.max(1.5, Math.abs(bar.close - bar.open) * scale),
      fall: bar.close < bar.open,
      marked: i === marked,
    })),
    zone: zone
      ? { x: x(zone.from), y: y(zone.high), width: x(zone.to) - x(zone.from), height: (zone.high - zone.low) * scale }
      : null,
    bands: deviation.length > 0 ? [band(2), band(1)] : [],
    line: line.length > 0 ? points(line).join(' ') : null,
    notes: [
      ...tests.map((i, k) => ({ x: x(i), y: y(bars[i].high) - 6, what: 'test' as const, number: k + 1 })),
      ...(marked === undefined
        ? []
        : [
            { x: x(marked), y: y(bars[marked].high) - 6, what: zone ? ('end' as const) : ('mark' as const), number: 0 },
          ]),
    ],
  }
}

/** 1, 2 or 5 times a power of ten, not below the wanted step. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)))
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= wanted) ?? 10 * power
}
