import { describe, expect, it } from 'vitest'
import { createLiquidationMarks, markRadius } from '../../src/depth/liquidation-marks.ts'
import type { OverlayPoint, OverlayScope } from '../../src/overlay/overlay.ts'

const MINUTE = 60_000
const one = (seq: number, t: number, tick: number, size: number, isLong = true) => ({ seq, t, tick, size, isLong })

/** Bars of a minute and 100 px; a tick is a px from the top. */
function scopeOf(from: number, to: number, path: [string, number, number][] = []): OverlayScope {
  const starts = Float64Array.of(0, MINUTE, 2 * MINUTE, 3 * MINUTE)
  const point = (name: string) => (x: number, y: number) => void path.push([name, x, y])
  const nothing = () => undefined
  return {
    context: {
      beginPath: nothing,
      closePath: nothing,
      fill: nothing,
      stroke: nothing,
      moveTo: point('move'),
      lineTo: point('line'),
    },
    coordinates: {
      indexOfTime: (t: number) => t / MINUTE,
      xOfEdge: (index: number) => 100 * index,
      yOfTick: (tick: number) => tick,
    },
    bars: { t: starts, length: starts.length },
    visible: { from, to },
    ratio: 1,
    width: 400,
    height: 300,
    numbers: () => null,
    theme: { bid: '#ff0000', ask: '#00ff00' },
  } as unknown as OverlayScope
}
const place = (x: number, y: number) => ({ x, y, slack: 0, ratio: 1 }) as OverlayPoint
const seqOf = (hit: ReturnType<NonNullable<ReturnType<typeof createLiquidationMarks>['hit']>> | undefined) =>
  hit?.kind === 'liquidation' ? hit.liquidation.seq : null

describe('marks of liquidations', () => {
  it('are at the time and the price of the order, with an area that grows with the size', () => {
    const marks = createLiquidationMarks(() => undefined)
    marks.setLiquidations([one(1, 90_000, 50, 400), one(2, 150_000, 80, 100)])
    const path: [string, number, number][] = []
    marks.paint(scopeOf(0, 3, path))
    expect(path.filter(([name]) => name === 'move')).toEqual([
      ['move', 150, 50 - 12],
      ['move', 250, 80 - 6],
    ])
    expect([markRadius(1, 10_000), markRadius(20_000, 10_000)]).toEqual([3.5, 12])
  })

  it('are drawn only on visible bars', () => {
    const marks = createLiquidationMarks(() => undefined)
    marks.setLiquidations([
      one(1, 59_999, 50, 1),
      one(2, 60_000, 50, 1),
      one(3, 120_000, 50, 1),
      one(4, 200_000, 50, 1),
    ])
    const path: [string, number, number][] = []
    marks.paint(scopeOf(1, 1, path))
    expect(path.filter(([name]) => name === 'move').map(([, x]) => x)).toEqual([100])
    path.length = 0
    // What came after the start of the newest bar is in it.
    marks.paint(scopeOf(3, 3, path))
    expect(path.filter(([name]) => name === 'move').length).toBe(1)
  })

  it('are found under the pointer, the smallest of those that overlap', () => {
    const marks = createLiquidationMarks(() => undefined)
    marks.setLiquidations([one(1, 90_000, 50, 400), one(2, 90_000, 52, 1, false)])
    marks.paint(scopeOf(0, 3))
    expect(seqOf(marks.hit?.(place(150, 51)))).toBe(2)
    expect(seqOf(marks.hit?.(place(150, 39)))).toBe(1)
    // A corner of the square around a diamond is outside.
    expect(seqOf(marks.hit?.(place(161, 39)))).toBeNull()
    marks.setLiquidations([])
    marks.paint(scopeOf(0, 3))
    expect(seqOf(marks.hit?.(place(150, 51)))).toBeNull()
  })

  it('request a frame when they change', () => {
    let frames = 0
    createLiquidationMarks(() => void frames++).setLiquidations([])
    expect(frames).toBe(1)
  })
})
