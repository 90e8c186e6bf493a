import type { FootprintChart } from '@flowprint/chart'
import { type Bars, type BigTrade, parseSettings } from '@flowprint/orderflow'
import { createChartScope } from '../../../apps/web/src/features/order-flow/model/chart-scope.ts'
import { useBigTrades } from '../../../apps/web/src/features/order-flow/model/market-store.ts'
import { DEFAULT_VIEW } from '../../../apps/web/src/features/order-flow/model/view-settings.ts'
import { addBigTrades } from '../../../apps/web/src/features/order-flow/panels/big-trades/big-trades.ts'
import { BarSums } from '../../../apps/web/src/features/order-flow/panels/profiles/profile-sources.ts'
import { USUAL_PROFILES } from '../../../apps/web/src/features/order-flow/panels/profiles/profile-preferences.ts'
import { profileOverlays } from '../../../apps/web/src/features/order-flow/panels/profiles/paint-profile.ts'
import type { PlacedProfile } from '../../../apps/web/src/features/order-flow/panels/profiles/profile-store.ts'
import {
  paintAuctions,
  paintMarks,
  placeMarks,
} from '../../../apps/web/src/features/order-flow/panels/signals/signals.ts'
import { addVwap } from '../../../apps/web/src/features/order-flow/panels/vwap/vwap.ts'
import { settle, timeInTurns } from './frames.ts'
import { openOurs } from './our-chart.ts'
import { type BarScene, grownTail, walkScene } from './scenes.ts'

const LOADED = 5_000
const SESSIONS = 5
/** One in ten bars of the scene has one: more than in any real market. */
const BARS_A_BUBBLE = 10

/** All marks of single bars, VWAP with both bands, CVD as candles. */
const SETTINGS = parseSettings({
  unfinished: { show: true },
  vwap: { anchor: 'day', bands: 'two' },
  cvd: { style: 'candles' },
})

export interface StudiesResult {
  readonly update: number[]
  readonly updatePlain: number[]
  readonly repaint: number[]
  readonly repaintPlain: number[]
  readonly bubbles: number
}

/** Six studies at once: marks of bars, big trades, VWAP, CVD candles, profiles of sessions and of the view. */
export async function sixStudies(stage: HTMLElement, rounds: number): Promise<StudiesResult> {
  const scene = walkScene(LOADED, SETTINGS)
  const plain = await measure(stage, scene, rounds, () => {})
  const bubbles = bubblesOn(scene.bars)
  const full = await measure(stage, scene, rounds, (chart) => {
    const scope = createChartScope({
      selection: null,
      preferences: { indicators: SETTINGS, view: DEFAULT_VIEW },
      profiles: {},
      isAddressed: false,
      persist: () => {},
    })
    useBigTrades.of(scope).setState({ list: bubbles, fresh: [], from: 0 })
    const items = profilesOf(scene.bars)
    for (const overlay of profileOverlays(() => ({ items, preferences: USUAL_PROFILES }))) chart.addOverlay(overlay)
    addVwap(chart, scope)
    addBigTrades(chart, scope)
    chart.addOverlay({ order: 'ground', paint: paintAuctions })
    chart.addOverlay({ order: 'over', paint: (canvas) => paintMarks(canvas, placeMarks({ ...canvas, efforts: true })) })
  })
  return {
    update: full.update,
    updatePlain: plain.update,
    repaint: full.repaint,
    repaintPlain: plain.repaint,
    bubbles: bubbles.length,
  }
}

async function measure(
  stage: HTMLElement,
  scene: BarScene,
  rounds: number,
  add: (chart: FootprintChart) => void,
): Promise<{ update: number[]; repaint: number[] }> {
  const chart = await openOurs(stage, scene, true)
  add(chart)
  await settle(10)
  let lots = 0
  const [update, repaint] = await timeInTurns(rounds, [
    () => chart.updateBars(grownTail(scene, (lots = (lots % 50) + 1))),
    () => chart.invalidate(),
  ])
  chart.destroy()
  return { update, repaint }
}

function bubblesOn({ length, t, low, high }: Bars): BigTrade[] {
  return Array.from({ length: Math.floor(length / BARS_A_BUBBLE) * 10 }, (_, i) => {
    const bar = Math.floor((i * BARS_A_BUBBLE) / 10)
    const price = low[bar] + ((i * 7) % (high[bar] - low[bar] + 1))
    const lots = 10 + ((i * 7919) % 990)
    return {
      id: String(i),
      buy: i % 2 === 0,
      firstTs: t[bar] + 6000 * (i % 10),
      lastTs: t[bar] + 6000 * (i % 10),
      first: price,
      last: price,
      low: price,
      high: price,
      lots,
      notional: lots * price,
      trades: 1,
      fills: 1,
      usual: 1,
    }
  })
}

/** Profiles of the newest bars in equal sessions, and of the viewport. */
function profilesOf(bars: Bars): PlacedProfile[] {
  const sums = new BarSums()
  const each = 300
  const placed = (kind: PlacedProfile['kind'], first: number, end: number): PlacedProfile => ({
    kind,
    from: bars.t[first],
    to: bars.t[end - 1] + bars.cycleMs,
    nakedUntil: kind === 'session' ? Infinity : null,
    shown: sums.profile(`${kind} ${first}`, bars, { first, end }, '70'),
  })
  const sessions = Array.from({ length: SESSIONS }, (_, i) =>
    placed('session', bars.length - (SESSIONS - i) * each, bars.length - (SESSIONS - i - 1) * each),
  )
  return [...sessions, placed('visible', bars.length - 30, bars.length)]
}
