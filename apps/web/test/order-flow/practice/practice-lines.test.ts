import type { OverlayPointer, OverlayScope } from '@flowprint/chart'
import type { PracticeAction } from '@flowprint/orderflow'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import {
  dropAction,
  practiceLines,
  PracticeLines,
  stackLabels,
} from '../../../src/features/order-flow/panels/practice/practice-lines.ts'
import {
  attachPracticeChart,
  closeResult,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { surface } from '../drawings/surface.ts'
import { limitOrder, makeChart, MARKET, viewOf } from './make-replay.ts'

const coordinates = surface().coordinates as OverlayPointer['coordinates']
const LAST = 1050

function pointer(tick: number, pointerType = 'mouse', offsetPx = 0): OverlayPointer {
  const event = { pointerType } as PointerEvent
  return { x: 10, y: coordinates.yOfTick(tick) + offsetPx, ratio: 1, coordinates, event }
}

const WIDTH = 500
const HEIGHT = 400

/** Paints the lines; returns the heights of lines and the texts of labels. */
function painted(): { heights: number[]; labels: { text: string; x: number; y: number }[] } {
  const heights: number[] = []
  const labels: { text: string; x: number; y: number }[] = []
  const context = {
    save() {},
    restore() {},
    setLineDash() {},
    beginPath() {},
    moveTo() {},
    stroke() {},
    fillRect() {},
    lineTo: (_: number, y: number) => heights.push(y),
    measureText: (text: string) => ({ width: 7 * text.length }),
    fillText: (text: string, x: number, y: number) => labels.push({ text, x, y }),
  }
  const scope = { context, coordinates, theme: {}, width: WIDTH, height: HEIGHT, ratio: 1 }
  lines.paint(scope as unknown as OverlayScope)
  return { heights, labels }
}

const pointerAt = (x: number, y: number, pointerType = 'mouse') => ({ ...pointer(0, pointerType), x, y })

const state = () => viewOf().state
const act = (action: PracticeAction) => practiceAct(MARKET.symbol, action)
let detach = () => {}
let go: (count: number) => Promise<void> = async () => {}
let moved: Promise<unknown> = Promise.resolve()
const lines = new PracticeLines({
  view: () => viewOf() ?? null,
  textOf: ({ kind }) => kind,
  act: (action) => {
    moved = act(action)
  },
  repaint: () => {},
})

beforeEach(async () => {
  const made = makeChart([
    [LAST, 9, 'B'],
    [1030, 9, 'S'],
    [LAST, 9, 'B'],
  ])
  detach = attachPracticeChart(made.chart)
  go = made.go
  await go(0)
  startPractice(MARKET)
  await go(1)
})
afterEach(() => {
  useReplay.setState({ cutoff: null })
  while (usePractice.getState().finished.length > 0) closeResult()
  detach()
})

describe('lines of practice', () => {
  it('show waiting orders, stop, target and the position', async () => {
    await act({ ...limitOrder('buy', 1040, 2), stopTick: 1010, targetTick: 1080 } as PracticeAction)
    expect(practiceLines(state()).map(({ kind, tick }) => [kind, tick])).toEqual([['order', 1040]])
    await go(2)
    expect(practiceLines(state()).map(({ kind, tick, lots }) => [kind, tick, lots])).toEqual([
      ['target', 1080, 2],
      ['stopLoss', 1010, 2],
      ['position', 1040, 2],
    ])
  })

  it.each(['mouse', 'touch'])('move an order when dragged by %s', async (pointerType) => {
    await act(limitOrder('buy', 1040))
    expect(lines.down(pointer(1040, pointerType, 3))).toBe(true)
    expect(lines.move(pointer(1035, pointerType, 3), true)).toBe('ns-resize')
    expect(state().working[0].tick).toBe(1040)
    lines.up(pointer(1035, pointerType, 3), false)
    await moved
    expect(state().working[0].tick).toBe(1035)
  })

  it('leave the pointer to the chart away from a line, further away for a finger', async () => {
    await act(limitOrder('buy', 1040))
    expect(lines.down(pointer(1040, 'mouse', 10))).toBe(false)
    expect(lines.move(pointer(1040, 'mouse', 10), false)).toBeNull()
    expect(lines.down(pointer(1040, 'touch', 10))).toBe(true)
    lines.up(pointer(1040, 'touch', 10), true)
  })

  it('outside the visible prices have a label at the edge, which brings them to the pointer', async () => {
    await act(limitOrder('buy', 940))
    await act(limitOrder('buy', 1040))
    const { heights, labels } = painted()
    expect(heights).toEqual([Math.round(coordinates.yOfTick(1040)) + 0.5])
    expect(labels.map(({ text }) => text)).toEqual(['order', '↓ order'])
    const { x, y } = labels[1]
    expect(y).toBeLessThan(HEIGHT)
    expect(lines.move(pointerAt(x, y), false)).toBe('ns-resize')
    expect(lines.down(pointerAt(x, y))).toBe(true)
    lines.move(pointerAt(x, coordinates.yOfTick(1035)), true)
    lines.up(pointerAt(x, coordinates.yOfTick(1035)), false)
    await moved
    expect(state().working.map(({ tick }) => tick)).toEqual([1035, 1040])
    expect(painted().labels.map(({ text }) => text)).toEqual(['order', 'order'])
  })

  it.each([
    ['mouse', 4],
    ['touch', 9],
  ])('outside the visible prices stay there on a click by %s', async (pointerType, px) => {
    await act(limitOrder('buy', 940))
    const { x, y } = painted().labels[0]
    expect(lines.down(pointerAt(x, y, pointerType))).toBe(true)
    lines.move(pointerAt(x, y - px, pointerType), true)
    lines.up(pointerAt(x, y - px, pointerType), false)
    await moved
    expect(state().working[0].tick).toBe(940)
  })

  it('move when a label beside them is dragged', async () => {
    await act(limitOrder('buy', 1040))
    await act(limitOrder('buy', 1041))
    const { x, y } = painted().labels[1]
    const at = { x, y: y + 6 }
    lines.down(pointerAt(at.x, at.y))
    lines.move(pointerAt(at.x, at.y + 40), true)
    lines.up(pointerAt(at.x, at.y + 40), false)
    await moved
    expect(state().working.map(({ tick }) => tick)).toEqual([1030, 1041])
  })

  it('stay where they were when the drag is cancelled or the order was filled before the drop', async () => {
    await act(limitOrder('buy', 1040))
    lines.down(pointer(1040))
    lines.move(pointer(1020), true)
    lines.up(pointer(1020), true)
    expect(state().working[0].tick).toBe(1040)
    lines.down(pointer(1040))
    lines.move(pointer(1020), true)
    await go(2)
    lines.up(pointer(1020), false)
    expect(state()).toMatchObject({ size: 1, working: [] })
  })

  it.each([
    ['a long dropped above the last price', true, 1060, 'sell', 'limit'],
    ['a long dropped below it', true, 1030, 'sell', 'stop'],
    ['a short dropped below it', false, 1030, 'buy', 'limit'],
    ['a short dropped above it', false, 1060, 'buy', 'stop'],
  ] as const)('%s gets an order that closes it', (_, isBuy, tick, side, type) => {
    const line = { kind: 'position', order: null, isBuy, tick: 1040, lots: 3 } as const
    expect(dropAction(line, tick, LAST)).toMatchObject({ kind: 'place', side, type, lots: 3, tick, reduceOnly: true })
    expect(dropAction(line, 1040, LAST)).toBeNull()
    expect(dropAction(line, LAST, LAST)).toBeNull()
  })

  it('have labels that neither cover each other nor leave the pane', () => {
    expect(stackLabels([50, 100], 20, 400)).toEqual([40, 90])
    expect(stackLabels([50, 52, 54], 20, 400)).toEqual([40, 60, 80])
    expect(stackLabels([2, 390, 398], 20, 400)).toEqual([0, 360, 380])
  })
})
