import type { ChartTheme, FootprintChart, OverlayScope } from '@flowprint/chart'
import { vwapAnchorOf } from '@flowprint/orderflow'
import { useChartSettings } from '../../model/settings-store.ts'
import { addPick } from './add-pick.ts'
import { paintGround, paintLines, type VwapLook } from './paint-vwap.ts'

/** Adds the VWAP and its anchor picker to the chart; returns the function that removes both. */
export function addVwap(chart: FootprintChart): () => void {
  let theme: ChartTheme | null = null
  let colour = ''
  const lookOf = (scope: OverlayScope): VwapLook | null => {
    const { indicators } = useChartSettings.getState()
    if (indicators.vwap.anchor === 'off') return null
    if (scope.theme !== theme) {
      theme = scope.theme
      colour = getComputedStyle(document.documentElement).getPropertyValue('--vwap').trim()
    }
    return { colour, anchor: vwapAnchorOf(indicators), bands: indicators.vwap.bands }
  }
  const painter = (paint: (scope: OverlayScope, look: VwapLook) => void) => (scope: OverlayScope) => {
    const look = lookOf(scope)
    if (look) paint(scope, look)
  }
  const undo = [
    chart.addOverlay({ order: 'ground', paint: painter(paintGround) }),
    chart.addOverlay({ order: 'over', paint: painter(paintLines) }),
    useChartSettings.subscribe((now, before) => {
      if (now.indicators.vwap !== before.indicators.vwap) chart.repaintOverlays()
    }),
    addPick(chart),
  ]
  return () => undo.forEach((remove) => remove())
}
