import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedBody, movedHandle, pointAt } from '../../../src/features/order-flow/drawings/geometry/adjust.ts'
import {
  boundsOf,
  distanceToSegment,
  hitDrawing,
  reachOf,
} from '../../../src/features/order-flow/drawings/geometry/hit-test.ts'
import { placeDrawing } from '../../../src/features/order-flow/drawings/geometry/place-drawing.ts'
import { keptPoints, shapeOf, tickOf } from '../../../src/features/order-flow/drawings/model/drawing.ts'
import { barPlace } from '../../../src/features/order-flow/drawings/overlay/anchors.ts'
import { CYCLE, drawing, pricesOnly, surface } from './surface.ts'

const pane = surface()
const at = (bar: number) => bar * CYCLE
const pixels = (path: readonly { x: number; y: number }[]) => path.map(({ x, y }) => [x, y])

describe('a drawing on the screen', () => {
  it('a level spans the pane and keeps its handle visible', () => {
    const { path, handles } = placeDrawing(drawing('hline', [[at(90), '510.0']]), pane)
    expect(pixels(path)).toEqual([
      [0, 318],
      [500, 318],
    ])
    expect(pixels(handles)).toEqual([[476, 318]])
  })

  it('a trend line connects the middle of its two columns', () => {
    expect(
      pixels(
        placeDrawing(
          drawing('trend', [
            [at(1), '505'],
            [at(3), '515'],
          ]),
          pane,
        ).path,
      ),
    ).toEqual([
      [75, 358],
      [175, 278],
    ])
  })

  it('a ray extends beyond its second point to the edge of the pane', () => {
    const { path } = placeDrawing(
      drawing('ray', [
        [at(1), '505'],
        [at(3), '515'],
      ]),
      pane,
    )
    expect(path[0]).toEqual({ x: 75, y: 358 })
    expect(path.at(-1)!.x).toBeGreaterThan(500)
    for (const { x, y } of path) expect(y).toBeCloseTo(358 - ((x - 75) * 80) / 100)
  })

  it('a line bends at missing bars, since it is straight in time', () => {
    // Minutes 0 1 2 5 6: three are missing behind the third bar.
    const gappy = surface([0, 1, 2, 5, 6].map(at))
    const { path } = placeDrawing(
      drawing('trend', [
        [at(0), '500'],
        [at(6), '530'],
      ]),
      gappy,
    )
    expect(pixels(path)).toEqual([
      [25, 398],
      [75, 358],
      [125, 318],
      [175, 198],
      [225, 158],
    ])
  })

  it('a line is straight on bars without a fixed length', () => {
    const gappy = surface([0, 1, 2, 5, 6].map(at), { cycleMs: 0 })
    expect(
      placeDrawing(
        drawing('trend', [
          [at(0), '500'],
          [at(6), '530'],
        ]),
        gappy,
      ).path,
    ).toHaveLength(2)
  })

  it('a point on coarser bars belongs to the bar that contains it', () => {
    const { path } = placeDrawing(
      drawing('trend', [
        [at(1) + 20_000, '505'],
        [at(3) + 50_000, '515'],
      ]),
      pane,
    )
    expect(pixels([path[0], path.at(-1)!])).toEqual([
      [75, 358],
      [175, 278],
    ])
  })

  it('a rectangle covers whole bars and ticks, whichever corner was first', () => {
    const box = { left: 50, right: 200, top: 276, bottom: 360 }
    expect(
      placeDrawing(
        drawing('rect', [
          [at(1), '505'],
          [at(3), '515'],
        ]),
        pane,
      ).area,
    ).toEqual(box)
    expect(
      placeDrawing(
        drawing('rect', [
          [at(3), '505'],
          [at(1), '515'],
        ]),
        pane,
      ).area,
    ).toEqual(box)
  })

  it('each of its four handles moves one time and one price', () => {
    const { handles } = placeDrawing(
      drawing('rect', [
        [at(1), '505'],
        [at(3), '515'],
      ]),
      pane,
    )
    expect(handles.map(({ x, y, t, tick }) => [x, y, t, tick])).toEqual([
      [50, 360, 0, 0],
      [200, 276, 1, 1],
      [50, 276, 0, 1],
      [200, 360, 1, 0],
    ])
  })

  it('a profile spans the whole height', () => {
    expect(
      placeDrawing(
        drawing('profile', [
          [at(3), '505'],
          [at(1), '515'],
        ]),
        pane,
      ).area,
    ).toEqual({ left: 50, right: 200, top: 0, bottom: 400 })
  })
})

describe('hit testing', () => {
  const mouse = reachOf('mouse', 1)
  const line = placeDrawing(
    drawing(
      'trend',
      [
        [at(1), '505'],
        [at(3), '515'],
      ],
      { id: 'line' },
    ),
    pane,
  )
  const box = placeDrawing(
    drawing(
      'rect',
      [
        [at(5), '505'],
        [at(7), '515'],
      ],
      { id: 'box' },
    ),
    pane,
  )
  const hit = (x: number, y: number, selected: string | null = null, reach = mouse) => {
    const met = hitDrawing([line, box], { x, y }, reach, selected)
    return met && [met.placed.drawing.id, met.handle ? [met.handle.t, met.handle.tick] : 'body']
  }
  it.each<[string, ReturnType<typeof hit>, unknown]>([
    ['a line near it', hit(125, 320), ['line', 'body']],
    ['nothing further away', hit(125, 326), null],
    ['the same with a finger', hit(125, 326, null, reachOf('touch', 1)), ['line', 'body']],
    ['nothing beyond its end', hit(190, 266), null],
    ['the edge of a rectangle', hit(252, 300), ['box', 'body']],
    ['the chart inside of a rectangle', hit(300, 300), null],
    ['the rectangle inside of it once it is selected', hit(300, 300, 'box'), ['box', 'body']],
    ['no handle of what is not selected', hit(76, 357), ['line', 'body']],
    ['a handle of what is selected', hit(76, 357, 'line'), ['line', [0, 0]]],
    ['the nearer of two handles', hit(396, 360, 'box'), ['box', [1, 0]]],
  ])('%s', (_, met, expected) => expect(met).toEqual(expected))

  it('returns the topmost of several', () => {
    const [below, above] = ['below', 'above'].map((id) => placeDrawing(drawing('hline', [[0, '510']], { id }), pane))
    expect(hitDrawing([below, above], { x: 100, y: 318 }, mouse, null)?.placed).toBe(above)
    expect(hitDrawing([below, above], { x: 100, y: 318 }, mouse, 'below')?.placed).toBe(below)
  })

  it('the distance to a segment is at most that to its ends', () => {
    const px = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
    fc.assert(
      fc.property(px, px, px, (point, a, b) => {
        const far = distanceToSegment(point, a, b)
        expect(far).toBeLessThanOrEqual(
          Math.min(Math.hypot(point.x - a.x, point.y - a.y), Math.hypot(point.x - b.x, point.y - b.y)) + 1e-9,
        )
        expect(far).toBeCloseTo(distanceToSegment(point, b, a))
        const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
        const overLine =
          square === 0 ? 0 : Math.abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / Math.sqrt(square)
        expect(far).toBeGreaterThanOrEqual(overLine - 1e-6)
      }),
    )
  })

  it('bounds cover only the visible part', () => {
    expect(
      boundsOf(
        placeDrawing(
          drawing('rect', [
            [at(20), '505'],
            [at(21), '515'],
          ]),
          pane,
        ),
        500,
        400,
      ),
    ).toBeNull()
    expect(
      boundsOf(
        placeDrawing(
          drawing('rect', [
            [at(8), '505'],
            [at(21), '515'],
          ]),
          pane,
        ),
        500,
        400,
      ),
    ).toEqual({ left: 400, right: 500, top: 276, bottom: 360 })
  })
})

describe('the magnet', () => {
  // Bar 0: open 1010, high 1040, low 1000, close 1025; rows of 5 ticks.
  const bars = pricesOnly([[1010, 1040, 1000, 1025]], 5)
  const tickUnder = (y: number, magnet: boolean, x = 20) => pointAt({ x, y }, pane, bars, magnet).tick
  const y = (tick: number) => pane.coordinates.yOfTick(tick)
  it.each<[string, number, number]>([
    ['goes to the close nearby', tickUnder(y(1026) + 1, true), 1025],
    ['goes to the high from above', tickUnder(y(1043), true), 1040],
    ['goes to the open', tickUnder(y(1012), true), 1010],
    ['else goes to the first tick of a cell', tickUnder(y(1031), true), 1030],
    ['else goes to the last tick of a cell', tickUnder(y(1018), true), 1019],
    ['leaves alone what is far from everything', tickUnder(y(1060), true), 1060],
    ['does nothing when it is off', tickUnder(y(1026), false), 1026],
    ['does nothing where no bar is', tickUnder(y(1026), true, 70), 1026],
  ])('%s', (_, tick, expected) => expect(tick).toBe(expected))

  it('a point snaps to the start of the bar, also beyond the last bar', () => {
    expect(pointAt({ x: 99, y: 0 }, pane, bars, false).t).toBe(at(1))
    expect(pointAt({ x: 1_020, y: 0 }, pane, bars, false).t).toBe(at(20))
  })
})

describe('moving', () => {
  const points = [
    { t: at(1), tick: 1010 },
    { t: at(3), tick: 1030 },
  ]

  it('a handle moves the time of one point and the price of another', () => {
    expect(movedHandle(points, { t: 0, tick: 1 }, { t: at(2), tick: 1000 })).toEqual([
      { t: at(2), tick: 1010 },
      { t: at(3), tick: 1000 },
    ])
  })

  it('moving there and back restores the drawing; lines keep their slope', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: -900, max: 900 }), (bars, ticks) => {
        const there = movedBody(points, bars, ticks, pane)
        expect(there[1].t - there[0].t).toBe(points[1].t - points[0].t)
        expect(there[1].tick - there[0].tick).toBe(20)
        expect(movedBody(there, -bars, -ticks, pane)).toEqual(points)
      }),
    )
  })

  it('limits points to price 0 and the year 1970', () => {
    expect(movedBody(points, -99, -5000, pane)).toEqual([
      { t: 0, tick: 0 },
      { t: at(2), tick: 20 },
    ])
  })
})

describe('prices of drawings', () => {
  it('converts between ticks and decimals', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(4_000_000), (t, tick) => {
        const kept = keptPoints([{ t, tick }], pane.tick)
        expect(kept[0].price).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/)
        expect(shapeOf({ kind: 'hline', points: kept }, pane.tick).points).toEqual([{ t, tick }])
      }),
    )
  })

  it('rounds a price between two ticks of a coarser market', () => {
    expect(tickOf('500.3', pane.tick)).toBe(1001)
  })
})

describe('the toolbar of the selected drawing', () => {
  const bar = { width: 200, height: 40 }
  const view = { width: 800, height: 400 }
  it.each<[string, Parameters<typeof barPlace>[0], { x: number; y: number }]>([
    ['stands above it', { left: 300, right: 400, top: 200, bottom: 220 }, { x: 250, y: 150 }],
    ['below where there is no room above', { left: 300, right: 400, top: 20, bottom: 220 }, { x: 250, y: 230 }],
    ['inside where there is none at all', { left: 300, right: 400, top: 0, bottom: 400 }, { x: 250, y: 6 }],
    ['never leaves the chart', { left: 790, right: 800, top: 200, bottom: 220 }, { x: 594, y: 150 }],
  ])('%s', (_, box, place) => expect(barPlace(box, bar, view)).toEqual(place))
})
