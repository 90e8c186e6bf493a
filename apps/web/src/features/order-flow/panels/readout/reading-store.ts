import type { FootprintChart, Hit, Readout } from '@flowprint/chart'
import { addLots, barQuote, barVolume, lowerBoundT } from '@flowprint/orderflow'
import { createScopedStore } from '../../model/chart-scope.ts'
import { type BarReading, type CellReading, readBar, readCell } from './readings.ts'
import { textUnits, type Traded } from '../../model/quantity-text.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useMarket } from '../../model/market-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/** Texts for what is under the crosshair; the newest bar without a crosshair. */
interface ReadingState {
  readonly bar: BarReading | null
  readonly cell: CellReading | null
  /** Crosshair position in CSS px from the chart's corner; null when elsewhere. */
  readonly pointer: { readonly x: number; readonly y: number } | null
  readonly hit: Hit | null
  /** Traded amount of the hit's bar; null when the hit has none. */
  readonly hitBar: Traded | null
  /** The pointer is on the readout: it keeps showing the last bar pointed at. */
  readonly isHeld: boolean
}

const NO_READING: ReadingState = {
  bar: null,
  cell: null,
  pointer: null,
  hit: null,
  hitBar: null,
  isHeld: false,
}

export const useReading = createScopedStore<ReadingState>(() => () => NO_READING)

/** Time for the pointer to move from a bar to the readout. */
const HOLD_MS = 2000

/**
 * Describes what is under the crosshair, otherwise the newest bar, in the readout's store. Returns the function that
 * stops it.
 */
export function attachReadout(controller: ChartController): () => void {
  const { chart, scope } = controller
  let pointed: Readout | null = null
  /** The last crosshair position, and when it left. */
  let left: { readonly readout: Readout; readonly at: number } | null = null
  /** The bar shown while the pointer is on the readout; null: the newest bar. */
  let held: Readout | null = null

  const read = (readout: Readout | null): void => {
    pointed = readout
    const bars = chart.bars()
    const { meta, firstNumber } = useMarket.of(scope).getState()
    const bar = (readout ?? held)?.bar ?? bars.length - 1
    if (!meta || bar < 0 || bar >= bars.length) {
      return useReading.of(scope).setState({ bar: null, cell: null, pointer: null })
    }
    const units = textUnits(meta.units)
    const { unit } = useChartSettings.of(scope).getState().view
    const analysis = chart.analysis()
    const cell = readout?.cell ?? -1
    useReading.of(scope).setState({
      bar: readBar(bars, analysis, bar, unit, units, firstNumber),
      cell: cell >= 0 ? readCell(bars, analysis, { bar, cell }, unit, units) : null,
      pointer: readout && { x: readout.x, y: readout.y },
    })
  }
  // Amounts of the bar that the pointer came from can be read in full on the readout.
  const hold = (isHeld: boolean): void => {
    const isRecent = left !== null && performance.now() - left.at < HOLD_MS
    // The chart reports only afterwards that the pointer left it.
    held = isHeld ? (pointed ?? (isRecent && left ? left.readout : null)) : null
    read(pointed)
  }

  const undo = [
    chart.onCrosshair((readout) => {
      if (readout === null && pointed !== null) left = { readout: pointed, at: performance.now() }
      read(readout)
    }),
    chart.onHit((hit) => useReading.of(scope).setState({ hit, hitBar: hit && tradedOf(chart, hit) })),
    controller.on('open', () => {
      pointed = left = held = null
      useReading.of(scope).setState(NO_READING)
    }),
    controller.on('bars', (change) => read(change === 'reset' ? null : pointed)),
    useChartSettings.of(scope).subscribe((now, before) => now.view !== before.view && read(pointed)),
    useReading.of(scope).subscribe((now, before) => now.isHeld !== before.isHeld && hold(now.isHeld)),
  ]
  read(pointed)
  return () => {
    for (const remove of undo) remove()
    useReading.of(scope).setState(NO_READING)
  }
}

function tradedOf(chart: FootprintChart, hit: Hit): Traded | null {
  if (hit.kind !== 'effort' && hit.kind !== 'signal') return null
  const bars = chart.bars()
  const bar = lowerBoundT(bars, hit.kind === 'effort' ? hit.effort.t : hit.signal.t)
  if (bar >= bars.length) return null
  return { lots: barVolume(bars, bar), quote: addLots(barQuote(bars, bar, 'bid'), barQuote(bars, bar, 'ask')) }
}
