import { type ChartFormat, type ChartSettings, createFootprintChart, type FootprintChart } from '@flowprint/chart'
import tapeAddress from 'virtual:demo-tape'
import { DEFAULT_SETTINGS, type IndicatorSettings } from '@flowprint/orderflow'
import { useAppearance } from '../../../shared/theme/appearance.ts'
import { readChartTheme } from '../../../shared/theme/chart-theme.ts'
import { trustedScript } from '../../../trusted-types.ts'
import workerAddress from '../../../workers/demo-worker.ts?worker&url'
import type { ToDemo } from '../../../workers/demo-worker.ts'
import type { FromWorker } from '../../../workers/protocol.ts'
import type { DemoShape } from '../../../workers/demo-market.ts'

const ROOMY_PX = 400
const VIEW = 1

/** Connects the page's chart with the worker that replays the tape. */
export class DemoPlayer {
  readonly #chart: FootprintChart
  readonly #worker: Worker
  readonly #forgetTheme: () => void
  #frame = 0

  constructor(container: HTMLElement, speed: number, format: ChartFormat, tell: (state: 'ready' | 'failed') => void) {
    this.#chart = createFootprintChart(container, {
      theme: readChartTheme(),
      settings: chartSettings(container.clientHeight >= ROOMY_PX),
      format,
    })
    this.#forgetTheme = useAppearance.subscribe(() =>
      requestAnimationFrame(() => this.#chart.setTheme(readChartTheme())),
    )
    this.#worker = new Worker(trustedScript(workerAddress), { type: 'module', name: 'demo' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data, tell)
    this.#send({ type: 'tapeFile', address: tapeAddress, shape: SHAPE, speed })
    const { symbol, units, precision } = SHAPE
    const request = { symbol, units, precision, cycle: CYCLE, settings: SETTINGS, live: true }
    this.#send({ type: 'open', view: VIEW, request, identity: { language: 'zh', token: null } })
  }

  play(on: boolean): void {
    this.#send({ type: 'play', on })
  }

  setFormat(format: ChartFormat): void {
    this.#chart.setFormat(format)
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#forgetTheme()
    this.#worker.terminate()
    this.#chart.destroy()
  }

  #hear(message: FromWorker, tell: (state: 'ready' | 'failed') => void): void {
    if (message.type === 'failed') return tell('failed')
    if (message.type === 'reset') {
      this.#chart.setBars(message.bars, message.analysis, { units: message.meta.units })
      tell('ready')
    } else if (message.type === 'update') this.#chart.updateBars(message)
    else return
    this.#frame = requestAnimationFrame(() => this.#send({ type: 'taken', view: VIEW }))
  }

  #send(message: ToDemo): void {
    this.#worker.postMessage(message)
  }
}

/** Market of the packed tape (tools/demo-tape.mjs) and its display settings. */
export const SHAPE: DemoShape = {
  symbol: 'DEMO:BTCUSD',
  units: { tickSize: '0.1', lotSize: '0.0001' },
  step: 100,
  precision: '10',
  history: 40,
}
export const CYCLE = '1m'

/** Default settings; big trades would need the server. */
export const SETTINGS: IndicatorSettings = {
  ...DEFAULT_SETTINGS,
  bigTrades: { ...DEFAULT_SETTINGS.bigTrades, show: false, showLong: false },
}

/** `roomy`: there is space for the CVD pane below the bars. */
export function chartSettings(roomy: boolean): ChartSettings {
  return {
    mode: 'bidAsk',
    unit: 'base',
    tint: 'side',
    maxZones: SETTINGS.zones.maxDrawn,
    cvdStyle: SETTINGS.cvd.style,
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
    panes: { volume: false, cvd: roomy, statistics: false },
  }
}
