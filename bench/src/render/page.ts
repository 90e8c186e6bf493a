// Must be imported first: it times the frame callbacks of everything after it.
import './frames.ts'
import { heatmap } from './heat.ts'
import type { KLine } from './kline.ts'
import { liveUpdate } from './live.ts'
import { loadHeatmaps, workerReady } from './load-heatmap.ts'
import type { LoadedRequest } from './loaded-request.ts'
import { sixStudies } from './studies.ts'
import { worstScene } from './worst.ts'

/** The peers' production bundles, loaded as scripts. */
interface Peers {
  LightweightCharts: typeof import('lightweight-charts')
  klinecharts: KLine
}

const stage = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`bench: no #${id}`)
  return element
}

await workerReady
Object.assign(window, {
  bench: {
    load: (request: LoadedRequest, rounds: number) => loadHeatmaps(stage('ours'), request, rounds),
    heat: (rounds: number) => heatmap(stage('ours'), stage('peer'), rounds),
    studies: (rounds: number) => sixStudies(stage('ours'), rounds),
    worst: (rounds: number) => worstScene(stage('ours'), stage('peer'), rounds),
    live: (rounds: number) => {
      const peers = window as unknown as Peers
      return liveUpdate(
        stage('ours'),
        stage('peer'),
        { lightweight: peers.LightweightCharts, kline: peers.klinecharts },
        rounds,
      )
    },
  },
})
