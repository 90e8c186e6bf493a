import type { Overlay, OverlayScope } from '@flowprint/chart'
import type { PracticeAction } from '@flowprint/orderflow'
import { practice } from '@flowprint/i18n/zh/practice'
import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import { addPractice } from '../../../src/features/order-flow/panels/practice/practice-marks.ts'
import {
  attachPracticeChart,
  closeResult,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { surface } from '../drawings/surface.ts'
import { limitOrder, makeChart, MARKET, type Row, settled } from './make-replay.ts'

let detach = () => {}
afterEach(() => {
  useReplay.setState({ cutoff: null })
  while (usePractice.getState().finished.length > 0) closeResult()
  detach()
})
beforeAll(() => i18next.init({ lng: 'zh', defaultNS: 'web', resources: { zh: { web: { practice } } } }))

async function start(rows: readonly Row[]) {
  const made = makeChart(rows)
  detach = attachPracticeChart(made.chart)
  await made.go(0)
  startPractice(MARKET)
  await settled()
  const chart = makeOverlays()
  return { ...made, overlays: chart, remove: addPractice({ symbol: MARKET.symbol, chart }) }
}

const act = (action: PracticeAction) => practiceAct(MARKET.symbol, action)

/** A chart that counts repaints and holds one overlay. */
function makeOverlays() {
  const chart = {
    overlay: null as Overlay | null,
    repaints: 0,
    addOverlay(overlay: Overlay) {
      chart.overlay = overlay
      return () => {
        chart.overlay = null
      }
    },
    repaintOverlays() {
      chart.repaints++
    },
  }
  return chart
}

/** The texts that an overlay writes, with their baseline. */
function paintedTexts(overlay: Overlay): [string, number][] {
  const texts: [string, number][] = []
  const context = {
    fillText: (text: string, _: number, y: number) => texts.push([text, y]),
    fillRect: () => {},
    measureText: () => ({ width: 100 }),
    save: () => {},
    restore: () => {},
    setLineDash: () => {},
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    stroke: () => {},
  }
  const { coordinates, width, height, ratio } = surface()
  overlay.paint({ context, coordinates, width, height, ratio, theme: {} } as unknown as OverlayScope)
  return texts
}

describe('practice on the chart', () => {
  it('writes side, quantity and price of each line, labelled as practice', async () => {
    const { go, overlays, remove } = await start([[1030, 9, 'S']])
    await act({ ...limitOrder('buy', 1040, 250), stopTick: 1010 } as PracticeAction)
    const [[text, y]] = paintedTexts(overlays.overlay!)
    expect(text).toBe('模拟委托 · 买入 0.25 @ 520.0')
    // In the middle of the label, whose middle is the line.
    expect(y).toBeCloseTo(238, -1)
    await go(1)
    expect(paintedTexts(overlays.overlay!).map(([line]) => line)).toEqual([
      '模拟委托 · 买入 0.241 @ 520.0',
      '模拟持仓 · 多 0.009 @ 520.0',
      '模拟止损 · 卖出 0.009 @ 505.0',
    ])
    remove()
    expect(overlays.overlay).toBeNull()
  })

  it('repaints when the session changes, until it is removed', async () => {
    const { overlays, remove } = await start([])
    const before = overlays.repaints
    await act(limitOrder('buy', 90))
    expect(overlays.repaints).toBe(before + 1)
    remove()
    await act(limitOrder('buy', 91))
    expect(overlays.repaints).toBe(before + 1)
  })

  it('writes at the edge what is outside the pane, with an arrow', async () => {
    const { overlays } = await start([])
    await act(limitOrder('buy', 90))
    const [[text, y]] = paintedTexts(overlays.overlay!)
    expect(text).toMatch(/^↓ /)
    expect(y).toBeLessThan(surface().height)
  })
})
