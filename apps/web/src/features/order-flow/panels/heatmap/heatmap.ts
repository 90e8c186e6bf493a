import type { Overlay, Readout } from '@flowprint/chart'
import { createHeatmap, type HeatmapLayer, type HeatReadout } from '@flowprint/chart/depth'
import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import { useAppearance } from '../../../../shared/theme/appearance.ts'
import { groupDigits } from '../../../../shared/format/number.ts'
import type { FromWorker, HeatmapQuery } from '../../../../workers/protocol.ts'
import { barEnd, type ChartController } from '../../chart/chart-controller.ts'
import { useMarket } from '../../model/market-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import type { HeatmapSettings } from '../../model/view-settings.ts'
import { NO_HEATMAP, useHeatmap } from './heatmap-store.ts'
import { ImbalancePane } from './imbalance-pane.ts'
import { readLevel, tradedIn } from './level-reading.ts'
import { paletteOf } from './palette.ts'
import { createWallLayer, type WallLayer } from './wall-layer.ts'

/** Panning and zooming request columns once they pause. */
const REQUEST_DELAY_MS = 150
/** Prices beyond the screen that the scale includes, as a share of its height: small moves request nothing. */
const PRICE_MARGIN = 0.1
/** Intervals of a bar that its account sums at most. */
const MAX_INTERVALS = 400
/** Rows from the best prices whose imbalance is shown. */
const IMBALANCE_ROWS = 10

type HeatmapMessage = Extract<FromWorker, { type: 'heatmap' }>

/** Shows the heatmap while the settings say so; returns the function that removes it. */
export function attachHeatmap(controller: ChartController): () => void {
  const heatmap = new HeatmapPanel(controller)
  return () => heatmap.dispose()
}

/** Settings that the worker needs. */
const REQUESTED = ['value', 'scale', 'percentile', 'size', 'walls', 'wallRatio', 'imbalance'] as const

class HeatmapPanel {
  readonly #controller: ChartController
  readonly #layer: HeatmapLayer
  readonly #walls: WallLayer
  readonly #imbalance: ImbalancePane
  readonly #undo: (() => void)[]
  #removeWalls: (() => void) | null = null
  #remove: (() => void) | null = null
  #sent: HeatmapQuery | null = null
  /** Visible prices of the last frame, ticks. */
  #prices: { readonly low: number; readonly high: number } | null = null
  #timer = 0
  #frame = 0
  #readingFrame = 0
  #pointed: Readout | null = null
  #qtyUnit = '1'
  #scale = { low: 0, high: 1 }

  constructor(controller: ChartController) {
    const { chart } = controller
    this.#controller = controller
    this.#layer = createHeatmap({
      scale: { ...this.#scale, brightness: 0.5 },
      palette: paletteOf(this.#settings.palette, useAppearance.getState().theme),
      bestLines: this.#settings.touch,
      repaint: () => chart.repaintOverlays(),
    })
    this.#layer.setValue(this.#settings.value)
    this.#walls = createWallLayer(() => chart.repaintOverlays())
    this.#imbalance = new ImbalancePane(chart, IMBALANCE_ROWS)
    this.#undo = [
      useChartSettings.of(this.#controller.scope).subscribe((now, before) => {
        if (now.view.heatmap !== before.view.heatmap) this.#apply(now.view.heatmap, before.view.heatmap)
      }),
      useAppearance.subscribe(() => requestAnimationFrame(() => this.#setPalette())),
      controller.on('open', () => this.#restart()),
      controller.on('bars', () => {
        this.#requestLater()
        this.#imbalance.update()
      }),
      controller.on('heatmap', (message) => this.#receive(message)),
      chart.onCrosshair((readout) => {
        this.#pointed = readout
        this.#readLater()
      }),
    ]
    if (this.#settings.shown) this.#show()
  }

  dispose(): void {
    for (const undo of this.#undo) undo()
    this.#hide()
    this.#layer.destroy()
  }

  get #settings(): HeatmapSettings {
    return useChartSettings.of(this.#controller.scope).getState().view.heatmap
  }

  #apply(now: HeatmapSettings, before: HeatmapSettings): void {
    if (now.shown !== before.shown) {
      if (now.shown) this.#show()
      else this.#hide()
    }
    if (now.palette !== before.palette) this.#setPalette()
    if (now.touch !== before.touch) this.#layer.setBestLines(now.touch)
    if (now.value !== before.value) this.#layer.setValue(now.value)
    if (now.imbalance !== before.imbalance) this.#showImbalance()
    if (now.brightness !== before.brightness) this.#setScale()
    if (REQUESTED.some((key) => now[key] !== before[key])) this.#request()
  }

  #show(): void {
    const { chart } = this.#controller
    const layer = this.#layer
    const overlay: Overlay = {
      order: layer.order,
      paint: (scope) => {
        const { coordinates, height } = scope
        this.#prices = { low: coordinates.tickAt(height), high: coordinates.tickAt(0) }
        if (this.#needsRequest()) this.#requestLater()
        layer.paint(scope)
      },
    }
    this.#remove ??= chart.addOverlay(overlay)
    this.#removeWalls ??= chart.addOverlay(this.#walls)
    this.#showImbalance()
    this.#request()
  }

  #hide(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    cancelAnimationFrame(this.#readingFrame)
    this.#timer = 0
    this.#remove?.()
    this.#remove = null
    this.#removeWalls?.()
    this.#removeWalls = null
    this.#imbalance.hide()
    if (this.#sent !== null) this.#controller.request({ type: 'heatmap', query: null })
    this.#sent = null
    this.#clear()
  }

  #clear(): void {
    this.#layer.clear()
    this.#walls.setWalls([])
    this.#imbalance.clear()
    useHeatmap.of(this.#controller.scope).setState(NO_HEATMAP)
  }

  #showImbalance(): void {
    if (this.#remove !== null && this.#settings.imbalance) this.#imbalance.show()
    else this.#imbalance.hide()
  }

  /** Another chart: its times and prices are not known yet. */
  #restart(): void {
    this.#sent = null
    this.#prices = null
    this.#clear()
  }

  // ---- what the screen shows -----------------------------------------------------------------------------------

  #requestLater(): void {
    if (this.#remove === null) return
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0
      if (this.#needsRequest()) this.#request()
    }, REQUEST_DELAY_MS)
  }

  #request(): void {
    const query = this.#remove === null ? null : this.#query()
    if (query === null) return
    this.#sent = query
    useHeatmap.of(this.#controller.scope).setState({ visibleTo: query.to })
    this.#controller.request({ type: 'heatmap', query })
  }

  #query(): HeatmapQuery | null {
    const times = this.#controller.visibleTimes()
    const prices = this.#prices
    if (times === null || prices === null) return null
    const { scale, percentile, size, value, walls, wallRatio, imbalance } = this.#settings
    const margin = (prices.high - prices.low) * PRICE_MARGIN
    return {
      from: times.from,
      to: this.#controller.chart.visibleRange().atNow ? Infinity : times.to,
      low: Math.floor(prices.low - margin),
      high: Math.ceil(prices.high + margin),
      step: this.#controller.chart.bars().step,
      value,
      wallRatio: walls ? wallRatio : null,
      imbalanceRows: imbalance ? IMBALANCE_ROWS : null,
      scale:
        scale === 'fixed'
          ? { mode: 'fixed', size }
          : scale === 'screen'
            ? { mode: 'screen' }
            : { mode: 'percentile', percent: percentile },
    }
  }

  /** Other times are visible, or prices beyond those of the last request. */
  #needsRequest(): boolean {
    const next = this.#query()
    const sent = this.#sent
    if (next === null) return false
    if (sent === null || sent.from !== next.from || sent.to !== next.to) return true
    const prices = this.#prices
    const height = sent.high - sent.low
    const isWithin = prices !== null && prices.low >= sent.low && prices.high <= sent.high
    return !isWithin || next.high - next.low < height / 2
  }

  #receive(message: HeatmapMessage): void {
    this.#frame = requestAnimationFrame(() => this.#controller.request({ type: 'heatmapTaken' }))
    if (this.#remove === null) return
    const { columns, isWhole, qtyUnit, low, high, isKnown, storedFrom, walls, imbalances } = message
    this.#qtyUnit = qtyUnit
    if (columns !== null) {
      if (isWhole) this.#layer.setColumns(columns)
      else this.#layer.appendColumns(columns)
      this.#imbalance.receive(columns, isWhole, imbalances)
    }
    if (walls !== null) {
      const { intervalMs, step } = walls
      this.#walls.setWalls(walls.walls.map((wall) => ({ ...wall, intervalMs, step, qtyUnit })))
    }
    if (this.#scale.low !== low || this.#scale.high !== high) {
      this.#scale = { low, high }
      this.#setScale()
    }
    const full = groupDigits(fromUnits(Math.round(high), decimalUnit(qtyUnit)))
    useHeatmap.of(this.#controller.scope).setState({ isKnown, storedFrom, full })
    if (this.#pointed !== null) this.#readLater()
  }

  #setScale(): void {
    this.#layer.setScale({ ...this.#scale, brightness: this.#settings.brightness / 100 })
  }

  #setPalette(): void {
    this.#layer.setPalette(paletteOf(this.#settings.palette, useAppearance.getState().theme))
  }

  // ---- the level under the cursor ------------------------------------------------------------------------------

  #readLater(): void {
    if (this.#remove === null) return
    cancelAnimationFrame(this.#readingFrame)
    this.#readingFrame = requestAnimationFrame(() => this.#read())
  }

  #read(): void {
    const pointed = this.#pointed
    const { meta } = useMarket.of(this.#controller.scope).getState()
    const place = pointed?.pane === 'main' ? this.#layer.readoutAt(pointed.x, pointed.y) : null
    if (!pointed || !place || !meta) return useHeatmap.of(this.#controller.scope).setState({ level: null })
    const bars = this.#controller.chart.bars()
    const { bar } = pointed
    const isInBar = bar >= 0 && bar < bars.length
    const within = isInBar ? this.#intervalsOf(place, Math.floor(bars.t[bar]), barEnd(bars, bar)) : []
    const traded = isInBar ? tradedIn(bars, bar, place.lowTick, place.highTick) : null
    const units = { tickSize: meta.units.tickSize, lotSize: meta.units.lotSize, qtyUnit: this.#qtyUnit }
    useHeatmap.of(this.#controller.scope).setState({ level: readLevel(place, within, traded, units) })
  }

  /** The row in the intervals of a bar; none when its account would be incomplete. */
  #intervalsOf(place: HeatReadout, from: number, to: number): HeatReadout[] {
    const { intervalMs, lowTick } = place
    const readouts: HeatReadout[] = []
    if (from % intervalMs !== 0 || (to - from) / intervalMs > MAX_INTERVALS) return readouts
    for (let t = from; t < to; t += intervalMs) {
      const readout = this.#layer.levelAt(t, lowTick)
      // The bar has not ended.
      if (readout === null) break
      readouts.push(readout)
    }
    return readouts
  }
}
