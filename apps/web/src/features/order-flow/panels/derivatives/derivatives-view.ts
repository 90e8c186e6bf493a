import { type BarSeries, createLiquidationMarks, createSeriesPane, type SeriesPane } from '@flowprint/chart/depth'
import { lowerBoundT } from '@flowprint/orderflow'
import type { DerivativesQuery, FromWorker, LiquidationMark } from '../../../../workers/protocol.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { NO_DERIVATIVES, useDerivatives } from '../../model/derivatives-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { DERIVATIVES_PANES, type ViewSettings } from '../../model/view-settings.ts'
import type { DerivativesPaneKey, PaneTexts } from './pane-texts.ts'

/** Panning and zooming request marks once they pause. */
const REQUEST_DELAY_MS = 150

type DerivativesMessage = Extract<FromWorker, { type: 'derivatives' }>

interface Shown {
  readonly texts: PaneTexts
  readonly panes: Pick<ViewSettings['panes'], DerivativesPaneKey>
  readonly marks: boolean
  readonly tickSize: string
}

/** The panes of a perpetual and the marks of its liquidations on one chart, fed by the worker. */
export class DerivativesView {
  readonly #controller: ChartController
  readonly #layer
  readonly #undo: (() => void)[]
  readonly #panes = new Map<DerivativesPaneKey, SeriesPane>()
  #shown: Shown
  #removeMarks: (() => void) | null = null
  #message: DerivativesMessage | null = null
  #list: readonly LiquidationMark[] = []
  #sent: DerivativesQuery | null = null
  /** The bars belong to the chart that is open. */
  #hasBars = true
  #timer = 0
  #frame = 0

  constructor(controller: ChartController, shown: Shown) {
    const { chart } = controller
    this.#controller = controller
    this.#shown = shown
    this.#layer = createLiquidationMarks(() => chart.repaintOverlays())
    this.#undo = [
      controller.on('open', () => this.#restart()),
      controller.on('bars', () => {
        this.#hasBars = true
        this.#requestLater()
      }),
      controller.on('derivatives', (message) => this.#receive(message)),
      controller.on('largest', ({ list }) => this.#receiveMarks(list)),
      chart.onVisibleRange(() => this.#requestLater()),
    ]
    this.show(shown)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    for (const undo of this.#undo) undo()
    for (const pane of this.#panes.values()) pane.remove()
    this.#removeMarks?.()
    this.#controller.request({ type: 'derivatives', query: null })
    useDerivatives.of(this.#controller.scope).setState(NO_DERIVATIVES)
  }

  /** Applies settings, texts and the market's tick. */
  show(shown: Shown): void {
    const before = this.#shown
    this.#shown = shown
    const wanted = DERIVATIVES_PANES.filter((pane) => shown.panes[pane])
    if (wanted.join() !== [...this.#panes.keys()].join()) this.#stack(wanted)
    if (shown.marks) this.#removeMarks ??= this.#controller.chart.addOverlay(this.#layer)
    else {
      this.#removeMarks?.()
      this.#removeMarks = null
    }
    if (shown.tickSize !== before.tickSize) this.#drawMarks()
    this.#request()
    this.#controller.chart.invalidate()
  }

  /** Adds all panes again, so that their order does not depend on the order in which they were switched on. */
  #stack(wanted: readonly DerivativesPaneKey[]): void {
    for (const pane of this.#panes.values()) pane.remove()
    this.#panes.clear()
    for (const key of wanted) {
      const pane = createSeriesPane(this.#controller.chart, {
        name: `added:${key}`,
        style: key === 'liquidations' ? 'bars' : 'line',
        title: () => this.#shown.texts.title(key, this.#serverNow()),
        format: (value) => this.#shown.texts.format(key, value),
        hatchesGaps: true,
        ...(key === 'liquidations' && { readout: (t: number) => this.#readLiquidations(t) }),
      })
      this.#panes.set(key, pane)
    }
    this.#drawPanes()
  }

  /** Another chart: its bars are not known yet. */
  #restart(): void {
    this.#hasBars = false
    this.#sent = null
    this.#message = null
    this.#list = []
    this.#drawPanes()
    this.#drawMarks()
    useDerivatives.of(this.#controller.scope).setState(NO_DERIVATIVES)
    this.#request()
  }

  // ---- requests ------------------------------------------------------------------------------------------------

  #requestLater(): void {
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0
      this.#request()
    }, REQUEST_DELAY_MS)
  }

  #request(): void {
    const { panes, marks } = this.#shown
    const times = marks && this.#hasBars ? this.#controller.visibleTimes() : null
    const query: DerivativesQuery = {
      liquidations: panes.liquidations,
      openInterest: panes.openInterest,
      funding: panes.funding,
      marks: times && {
        from: times.from,
        to: this.#controller.chart.visibleRange().atNow ? null : times.to,
      },
    }
    if (JSON.stringify(query) === JSON.stringify(this.#sent)) return
    this.#sent = query
    this.#controller.request({ type: 'derivatives', query })
  }

  #serverNow(): number {
    return Date.now() + useMarket.of(this.#controller.scope).getState().offsetMs
  }

  // ---- values --------------------------------------------------------------------------------------------------

  #receive(message: DerivativesMessage): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#controller.request({ type: 'derivativesTaken' }))
    this.#message = message
    const { state, completeness, latest } = message
    useDerivatives.of(this.#controller.scope).setState({ state, completeness, latest })
    this.#drawPanes()
  }

  #drawPanes(): void {
    for (const [key, pane] of this.#panes) pane.setSeries(this.#message && seriesOf(this.#message, key))
  }

  #readLiquidations(t: number): string {
    const message = this.#message
    const bars = message?.liquidations ?? null
    const at = message === null ? -1 : lowerBoundT({ t: message.t, length: message.t.length }, t)
    if (message === null || bars === null || message.t[at] !== t) return ''
    return this.#shown.texts.liquidations({ long: bars.long[at], short: bars.short[at], known: bars.known[at] })
  }

  #receiveMarks(list: readonly LiquidationMark[]): void {
    this.#list = list
    this.#drawMarks()
  }

  #drawMarks(): void {
    const tick = Number(this.#shown.tickSize)
    useDerivatives.of(this.#controller.scope).setState({ marks: new Map(this.#list.map((mark) => [mark.seq, mark])) })
    this.#layer.setLiquidations(
      this.#list.map(({ seq, t, position, price, size }) => ({
        seq,
        t,
        tick: Number(price) / tick,
        size,
        isLong: position === 'long',
      })),
    )
  }
}

/** The values of a pane; null: not loaded yet. */
function seriesOf(message: DerivativesMessage, key: DerivativesPaneKey): BarSeries | null {
  const { t, liquidations } = message
  if (key === 'liquidations') return liquidations && { t, values: liquidations.short, below: liquidations.long }
  const values = message[key]
  if (values === null) return null
  // A bar that has just begun has no value yet: that is no gap.
  const length = Number.isNaN(values.at(-1)) ? values.length - 1 : values.length
  return { t: t.subarray(0, length), values: values.subarray(0, length) }
}
