import type { OverlayPointer } from '@flowprint/chart'
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
