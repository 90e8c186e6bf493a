import type { BitmapCoordinatesRenderingScope, CanvasRenderingTarget2D } from 'fancy-canvas'
import type {
  CustomData,
  CustomSeriesOptions,
  ICustomSeriesPaneRenderer,
  ICustomSeriesPaneView,
  PaneRendererCustomData,
  PriceToCoordinateConverter,
  Time,
  UTCTimestamp,
} from 'lightweight-charts'
import type { BarScene } from './scenes.ts'

type Library = typeof import('lightweight-charts')

interface PlainCell {
  price: number
  bid: number
  ask: number
}
interface PlainBar extends CustomData<Time> {
  open: number
  high: number
  low: number
  close: number
  poc: number
  cells: PlainCell[]
}

export interface PlainChart {
  /** One live update: the last bar with a changed cell. */
  update(): void
  destroy(): void
}

/**
 * The footprint as written on lightweight-charts by its documentation: a custom series with an object per bar, and
 * `series.update` for each change. Same visible bars, cells, tints, texts and candles.
 */
export function openPlain(library: Library, stage: HTMLElement, scene: BarScene, barSpacing: number): PlainChart {
  const chart = library.createChart(stage, {
    width: stage.clientWidth,
    height: stage.clientHeight,
    layout: {
      background: { type: library.ColorType.Solid, color: '#10141a' },
      textColor: '#b6c0cf',
      attributionLogo: false,
    },
    timeScale: { barSpacing, rightOffset: 1, timeVisible: true },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
  })
  const tick = Number(scene.units.tickSize)
  const view = new PlainView(library.customSeriesDefaultOptions, tick)
  const series = chart.addCustomSeries(view as ICustomSeriesPaneView<Time, PlainBar>, { priceLineVisible: false })
  const bars = plainBars(scene, tick)
  series.setData(bars)
  const last = bars[bars.length - 1]
  let lots = 0
  return {
    update() {
      lots = (lots % 50) + 1
      const cells = last.cells.map((cell, i) => (i === 0 ? { ...cell, ask: cell.ask + lots } : cell))
      series.update({ ...last, cells })
    },
    destroy: () => chart.remove(),
  }
}

function plainBars({ bars, analysis }: BarScene, tick: number): PlainBar[] {
  return Array.from({ length: bars.length }, (_, i) => {
    const cells: PlainCell[] = []
    for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
      cells.push({ price: bars.row[c] * tick, bid: bars.cellBid[c], ask: bars.cellAsk[c] })
    }
    return {
      time: (bars.t[i] / 1000) as UTCTimestamp,
      open: bars.open[i] * tick,
      high: bars.high[i] * tick,
      low: bars.low[i] * tick,
      close: bars.close[i] * tick,
      poc: analysis.pocRow[i] * tick,
      cells,
    }
  })
}

class PlainView implements ICustomSeriesPaneView<Time, PlainBar>, ICustomSeriesPaneRenderer {
  #data: PaneRendererCustomData<Time, PlainBar> | null = null
  readonly #defaults: CustomSeriesOptions
  readonly #tick: number

  constructor(defaults: CustomSeriesOptions, tick: number) {
    this.#defaults = defaults
    this.#tick = tick
  }

  renderer(): ICustomSeriesPaneRenderer {
    return this
  }

  update(data: PaneRendererCustomData<Time, PlainBar>): void {
    this.#data = data
  }

  priceValueBuilder(bar: PlainBar): number[] {
    return [bar.low, bar.high, bar.close]
  }

  isWhitespace(bar: PlainBar | { time: Time }): bar is { time: Time } {
    return !('cells' in bar)
  }

  defaultOptions(): CustomSeriesOptions {
    return this.#defaults
  }

  draw(target: CanvasRenderingTarget2D, toY: PriceToCoordinateConverter): void {
    target.useBitmapCoordinateSpace((scope) => this.#draw(scope, toY))
  }

  #draw(
    { context, horizontalPixelRatio: rx, verticalPixelRatio: ry }: BitmapCoordinatesRenderingScope,
    toY: PriceToCoordinateConverter,
  ): void {
    const data = this.#data
    if (data === null || data.visibleRange === null) return
    const width = data.barSpacing * rx
    const half = (width - 10) / 2
    const y = (price: number): number => Math.round((toY(price) ?? 0) * ry)
    const rowPx = Math.abs(y(0) - y(this.#tick))
    context.font = `${Math.min(12, Math.floor(rowPx * 0.8))}px system-ui, sans-serif`
    context.textBaseline = 'middle'
    for (let i = data.visibleRange.from; i < data.visibleRange.to; i++) {
      const { x, originalData: bar } = data.bars[i]
      const middle = Math.round(x * rx) + 4
      context.fillStyle = bar.close >= bar.open ? '#2fbf8f' : '#f0616d'
      context.fillRect(middle - half - 6, y(bar.high), 1, y(bar.low) - y(bar.high))
      context.fillRect(
        middle - half - 7,
        Math.min(y(bar.open), y(bar.close)),
        3,
        Math.max(1, Math.abs(y(bar.open) - y(bar.close))),
      )
      for (const { price, bid, ask } of bar.cells) {
        const top = y(price) - rowPx / 2
        context.fillStyle = tint('240, 97, 109', bid)
        context.fillRect(middle - half, top, half, rowPx - 1)
        context.fillStyle = tint('47, 191, 143', ask)
        context.fillRect(middle, top, half, rowPx - 1)
        if (price === bar.poc) {
          context.strokeStyle = '#f4c95d'
          context.strokeRect(middle - half + 0.5, top + 0.5, 2 * half - 1, rowPx - 2)
        }
      }
      context.fillStyle = '#f2f5f9'
      context.textAlign = 'right'
      for (const { price, bid } of bar.cells) context.fillText(String(bid), middle - 3, y(price))
      context.textAlign = 'left'
      for (const { price, ask } of bar.cells) context.fillText(String(ask), middle + 3, y(price))
    }
  }
}

const TINTS = new Map<string, string>()

function tint(rgb: string, lots: number): string {
  const level = Math.min(8, Math.ceil(lots / 30))
  const key = `${rgb}${level}`
  let css = TINTS.get(key)
  if (css === undefined) TINTS.set(key, (css = `rgba(${rgb}, ${level * 0.07})`))
  return css
}
