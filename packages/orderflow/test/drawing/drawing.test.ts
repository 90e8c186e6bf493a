import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { drawingPriceAt, touchesDrawing, type DrawingKind, type DrawingShape } from '../../src/index.ts'
import type { PriceStretch } from '../../src/drawing/drawing.ts'

const shape = (kind: DrawingKind, ...points: [t: number, tick: number][]): DrawingShape => ({
  kind,
  points: points.map(([t, tick]) => ({ t, tick })),
})
const stretch = (from: number, until: number, low: number, high: number): PriceStretch => ({ from, until, low, high })

describe('price of a drawn line', () => {
  test.each<[string, DrawingShape, number, number | null]>([
    ['a horizontal line has its price at all times', shape('hline', [5000, 70]), -9e15, 70],
    ['half way it is the middle', shape('trend', [1000, 10], [3000, 20]), 2000, 15],
    ['a fraction of a tick is kept', shape('trend', [0, 0], [3, 1]), 1, 1 / 3],
    ['the order of the points does not matter', shape('trend', [3000, 20], [1000, 10]), 2000, 15],
    ['at its ends it has their prices', shape('trend', [1000, 10], [3000, 20]), 3000, 20],
    ['a trend line ends', shape('trend', [1000, 10], [3000, 20]), 3001, null],
    ['a trend line begins', shape('trend', [1000, 10], [3000, 20]), 999, null],
    ['a ray goes on behind its second point', shape('ray', [1000, 10], [3000, 20]), 9000, 50],
    ['a ray begins at its first point', shape('ray', [1000, 10], [3000, 20]), 999, null],
    ['a ray towards the past goes on there', shape('ray', [3000, 20], [1000, 10]), -1000, 0],
    ['a vertical line has no one price', shape('trend', [1000, 10], [1000, 20]), 1000, null],
    ['a rectangle has no one price', shape('rect', [1000, 10], [3000, 20]), 2000, null],
    ['a line of which a point is missing has none', shape('trend', [1000, 10]), 1000, null],
  ])('%s', (_, line, t, price) => expect(drawingPriceAt(line, t)).toBe(price))
})

describe('touching a drawing', () => {
  const line = shape('trend', [1000, 10], [3000, 30])
  test.each<[string, DrawingShape, PriceStretch, boolean]>([
    ['a horizontal line is touched at its very price', shape('hline', [0, 70]), stretch(1, 2, 60, 70), true],
    ['and not one tick below', shape('hline', [0, 70]), stretch(1, 2, 60, 69), false],
    ['a line that crosses the bar', line, stretch(1500, 2499, 18, 21), true],
    ['a line that passes above', line, stretch(1500, 2499, 10, 14), false],
    ['a line that only reaches the high as the bar begins', line, stretch(1500, 2499, 10, 15), true],
    ['a line that passes below', line, stretch(1500, 2499, 25, 99), false],
    ['a bar before the line', line, stretch(0, 999, 0, 99), false],
    ['a bar that shares the first ms of the line', line, stretch(0, 1000, 0, 10), true],
    ['a ray goes on', shape('ray', [1000, 10], [3000, 30]), stretch(9000, 9000, 90, 90), true],
    ['a trend line does not', line, stretch(9000, 9000, 90, 90), false],
    ['a ray to the left is met there', shape('ray', [3000, 30], [1000, 10]), stretch(0, 0, 0, 0), true],
    ['a rectangle is entered', shape('rect', [3000, 30], [1000, 10]), stretch(0, 1000, 30, 40), true],
    ['a rectangle is passed over', shape('rect', [3000, 30], [1000, 10]), stretch(0, 1000, 31, 40), false],
    ['a rectangle is over', shape('rect', [3000, 30], [1000, 10]), stretch(3001, 4000, 15, 20), false],
    ['a vertical line between its ends', shape('trend', [1000, 10], [1000, 20]), stretch(900, 1100, 15, 16), true],
    ['a vertical line beyond its ends', shape('trend', [1000, 10], [1000, 20]), stretch(900, 1100, 21, 26), false],
    ['a vertical ray beyond its second point', shape('ray', [1000, 10], [1000, 20]), stretch(900, 1100, 21, 26), true],
    ['a vertical ray below its first point', shape('ray', [1000, 10], [1000, 20]), stretch(900, 1100, 1, 9), false],
    ['what is measured is no price', shape('measure', [1000, 10], [3000, 30]), stretch(1500, 2499, 18, 21), false],
    ['a text is no price', shape('text', [1000, 10]), stretch(900, 1100, 10, 10), false],
    ['a third of a tick above the price is not a touch', shape('trend', [0, 0], [3, 1]), stretch(1, 1, 0, 0), false],
    [
      'nothing is rounded where doubles end',
      shape('ray', [0, 0], [2 ** 45 - 1, 2 ** 30 + 1]),
      stretch(2 ** 45, 2 ** 45, 2 ** 30, 2 ** 30 + 1),
      false,
    ],
  ])('%s: %#', (_, drawn, prices, touched) => expect(touchesDrawing(drawn, prices)).toBe(touched))

  const tick = fc.integer({ min: -200, max: 200 })
  const time = fc.integer({ min: 0, max: 60 })
  const point = fc.record({ t: time, tick })
  const anyLine = fc.record({
    kind: fc.constantFrom<DrawingKind>('hline', 'trend', 'ray', 'rect'),
    points: fc.tuple(point, point),
  })
  const prices = fc
    .tuple(time, fc.nat(20), tick, fc.nat(60))
    .map(([from, ms, low, span]) => stretch(from, from + ms, low, low + span))

  test('a line is touched exactly where its price lies within, at some time of the stretch', () => {
    const sloping = anyLine.filter(({ kind, points: [a, b] }) => kind !== 'rect' && (kind === 'hline' || a.t !== b.t))
    fc.assert(
      fc.property(sloping, prices, (drawn, at) => {
        // The line is straight: between two times it takes every price between its prices there.
        let [lowest, highest] = [Infinity, -Infinity]
        for (let t = at.from; t <= at.until; t++) {
          const price = drawingPriceAt(drawn, t)
          if (price === null) continue
          lowest = Math.min(lowest, price)
          highest = Math.max(highest, price)
        }
        // Times and ticks this small make no rounding that could turn a comparison with a whole tick.
        const nearEdge = [lowest - at.high, at.low - highest].some((gap) => gap !== 0 && Math.abs(gap) < 1e-9)
        fc.pre(!nearEdge)
        expect(touchesDrawing(drawn, at)).toBe(lowest <= at.high && at.low <= highest)
      }),
    )
  })

  test('a stretch is touched exactly when one of its two parts is, or the line passes between them', () => {
    fc.assert(
      fc.property(anyLine, prices, fc.nat(20), (drawn, at, cut) => {
        const middle = Math.min(at.until, at.from + cut)
        const parts = [
          { ...at, until: middle },
          { ...at, from: middle },
        ]
        expect(touchesDrawing(drawn, at)).toBe(parts.some((part) => touchesDrawing(drawn, part)))
      }),
    )
  })

  test('the order of two points says nothing, except for a ray', () => {
    fc.assert(
      fc.property(
        anyLine.filter(({ kind }) => kind === 'trend' || kind === 'rect'),
        prices,
        (drawn, at) => {
          const turned = { ...drawn, points: drawn.points.toReversed() }
          expect(touchesDrawing(turned, at)).toBe(touchesDrawing(drawn, at))
        },
      ),
    )
  })

  test('prices turned upside down touch what is turned with them', () => {
    fc.assert(
      fc.property(anyLine, prices, (drawn, at) => {
        const turned = { ...drawn, points: drawn.points.map((each) => ({ ...each, tick: -each.tick })) }
        expect(touchesDrawing(turned, { ...at, low: -at.high, high: -at.low })).toBe(touchesDrawing(drawn, at))
      }),
    )
  })
})
