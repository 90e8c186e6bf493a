import { createFootprintChart } from '@flowprint/chart'
import type { ChartFormat, ChartSettings, ChartTheme, FootprintChart } from '@flowprint/chart'
import { settle } from './frames.ts'
import type { BarScene } from './scenes.ts'

const THEME: ChartTheme = {
  surface0: '#10141a',
  surface1: '#161b23',
  surface2: '#1d2430',
  surface3: '#27303f',
  border: '#2a3342',
  text1: '#f2f5f9',
  text2: '#b6c0cf',
  text3: '#7d8899',
  brand: '#4c8dff',
  positive: '#2fbf8f',
  negative: '#f0616d',
  warning: '#e0a43a',
  bid: '#f0616d',
  ask: '#2fbf8f',
  poc: '#f4c95d',
  zoneSupport: '#2fbf8f',
  zoneResistance: '#f0616d',
  effort: '#b58cff',
  fontFamily: 'system-ui, sans-serif',
}

const FORMAT: ChartFormat = {
  zoneOffsetMs: () => 0,
  timeTick: (t) => new Date(t).toISOString().slice(11, 16),
  crosshairTime: (t) => new Date(t).toISOString(),
  zoneLabel: () => '',
  statisticTitle: (key) => key,
  paneTitle: () => '',
}

/** All default layers on the bars; the panes below as requested. */
function settings(panes: boolean): ChartSettings {
  return {
    mode: 'bidAsk',
    unit: 'base',
    tint: 'side',
    maxZones: 20,
    layers: {
      candle: true,
      poc: true,
      valueArea: true,
      imbalances: true,
      stacks: true,
      zones: true,
      efforts: true,
      lastPrice: true,
    },
    panes: { volume: panes, cvd: panes, statistics: panes },
  }
}

export async function openOurs(stage: HTMLElement, scene: BarScene, panes: boolean): Promise<FootprintChart> {
  const chart = createFootprintChart(stage, { theme: THEME, settings: settings(panes), format: FORMAT })
  chart.setBars(scene.bars, scene.analysis, { units: scene.units })
  await settle()
  return chart
}

/** Zooms out until all bars are visible. */
export async function showAll(chart: FootprintChart): Promise<void> {
  for (let i = 0; i < 400 && chart.visibleRange().from > 0; i++) {
    chart.zoom('time', 0.99)
    await settle(2)
  }
}
