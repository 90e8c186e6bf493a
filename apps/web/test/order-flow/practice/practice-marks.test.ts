import type { Overlay, OverlayScope } from '@flowprint/chart'
import { practice } from '@flowprint/i18n/zh/practice'
import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addPractice } from '../../../src/features/order-flow/panels/practice/practice-marks.ts'
import { practiceAct, startPractice } from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { surface } from '../drawings/surface.ts'
import { limitOrder, makeReplay } from './make-replay.ts'

let stop = () => {}
afterEach(() => stop())
beforeAll(() => i18next.init({ lng: 'zh', defaultNS: 'web', resources: { zh: { web: { practice } } } }))

/** A chart that counts repaints and holds one overlay. */
function makeChart() {
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
  it('writes side, quantity and price of each line, labelled as practice', () => {
    const { replay, go } = makeReplay([[1030, 9, 'S']])
    stop = startPractice(replay)
    const chart = makeChart()
    const remove = addPractice(chart)
    practiceAct({ ...limitOrder('buy', 1040, 250), stopTick: 1010 } as ReturnType<typeof limitOrder>)
    expect(paintedTexts(chart.overlay!)).toEqual([['模拟委托 · 买入 0.25 @ 520.0', 237.5]])
    go(1)
    expect(paintedTexts(chart.overlay!).map(([text]) => text)).toEqual([
      '模拟委托 · 买入 0.241 @ 520.0',
      '模拟止损 · 卖出 0.009 @ 505.0',
      '模拟持仓 · 多 0.009 @ 520.0',
    ])
    remove()
    expect(chart.overlay).toBeNull()
  })

  it('repaints when the session changes, until it is removed', () => {
    const { replay } = makeReplay([])
    stop = startPractice(replay)
    const chart = makeChart()
    const remove = addPractice(chart)
    practiceAct(limitOrder('buy', 90))
    expect(chart.repaints).toBe(1)
    remove()
    practiceAct(limitOrder('buy', 91))
    expect(chart.repaints).toBe(1)
  })

  it('leaves out lines outside the pane', () => {
    const { replay } = makeReplay([])
    stop = startPractice(replay)
    const chart = makeChart()
    addPractice(chart)
    practiceAct(limitOrder('buy', 90))
    expect(paintedTexts(chart.overlay!)).toEqual([])
  })
})
