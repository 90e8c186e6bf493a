import { describe, expect, it } from 'vitest'
import { createLiquidationMarks, markRadius } from '../../src/depth/liquidation-marks.ts'
import { Coordinates } from '../../src/overlay/coordinates.ts'
import type { OverlayScope } from '../../src/overlay/overlay.ts'
import { barsOf, silence } from '../fixtures/bars.ts'
import { exampleTheme } from '../fixtures/themes.ts'

const bars = barsOf([{ cells: [[4, 1, 0]] }, { cells: [[5, 1, 0]] }, { cells: [[6, 1, 0]] }])
const theme = exampleTheme('dark', 'international')

/** Columns of 80 px from 40, rows of 10 px above y 200; the circles are recorded instead of painted. */
function paint(visible: { from: number; to: number }) {
  const circles: { x: number; y: number; radius: number; colour: string }[] = []
  let path: { x: number; y: number; radius: number }[] = []
  let strokeStyle = ''
  const context = {
    lineWidth: 0,
    fillStyle: '',
    set strokeStyle(value: string) {
      strokeStyle = value
    },
    beginPath: () => (path = []),
    moveTo: () => undefined,
    arc: (x: number, y: number, radius: number) => path.push({ x, y, radius }),
    fill: () => undefined,
    stroke: () => circles.push(...path.map((circle) => ({ ...circle, colour: strokeStyle }))),
  }
  const layer = createLiquidationMarks(() => undefined)
  layer.setLiquidations({
    length: 3,
    t: Float64Array.of(15_000, 75_000, 130_000),
    tick: Float64Array.of(4, 5, 6),
    size: Float64Array.of(100, 25, 400),
    buy: Uint8Array.of(0, 1, 0),
    fullSize: 100,
  })
  const scope: OverlayScope = {
    context: context as unknown as CanvasRenderingContext2D,
    width: 400,
    height: 200,
    ratio: 1,
    coordinates: new Coordinates(bars, 1, { spacing: 80, origin: 40, anchor: 1 }, { rowPx: 10, origin: 200 }),
    bars,
    analysis: silence(bars),
    units: { tickSize: '1', lotSize: '1' },
    theme,
    numbers: () => null,
    visible,
  }
  layer.paint(scope)
  return { circles, layer }
}

describe('marks of liquidations', () => {
  it('are at their time within the bar and at their price, in the colour of their side', () => {
    const { circles } = paint({ from: 0, to: 1 })
    // 15 s of 60 are a quarter of 80 px; the middle of tick 4 is at 200 - 45.
    expect(circles).toEqual([
      { x: 60, y: 155, radius: 14, colour: theme.negative },
      { x: 140, y: 145, radius: 7, colour: theme.positive },
    ])
  })

  it('have an area in proportion to the size, between bounds', () => {
    expect([100, 25, 6.25, 1e-9, 1e9].map((size) => markRadius(size, 100))).toEqual([14, 7, 3.5, 2.5, 14])
  })

  it('are found under the pointer while visible, the smallest first', () => {
    const { layer } = paint({ from: 0, to: 2 })
    expect(layer.markAt(60, 155)).toBe(0)
    expect(layer.markAt(140, 150)).toBe(1)
    expect(layer.markAt(100, 100)).toBe(-1)
    expect(paint({ from: 0, to: 0 }).layer.markAt(140, 150)).toBe(-1)
  })
})
