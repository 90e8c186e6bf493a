import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LayerState, Rect } from '../../src/layout/layer-plan.ts'
import { planLayer } from '../../src/layout/layer-plan.ts'

const HELD: LayerState = { key: 'a', originX: 0, originY: 0, width: 100, height: 60 }

describe('planLayer', () => {
  it('redraws without a cached picture or with another key or size', () => {
    expect(planLayer(null, HELD).kind).toBe('redraw')
    expect(planLayer(HELD, { ...HELD, key: 'b' }).kind).toBe('redraw')
    expect(planLayer(HELD, { ...HELD, width: 101 }).kind).toBe('redraw')
  })

  it('leaves the picture unchanged at the same position', () => {
    expect(planLayer(HELD, { ...HELD })).toEqual({ kind: 'move', dx: 0, dy: 0, exposed: [] })
  })

  it('exposes the left side when moved to the right', () => {
    expect(planLayer(HELD, { ...HELD, originX: 7 })).toEqual({
      kind: 'move',
      dx: 7,
      dy: 0,
      exposed: [{ left: 0, top: 0, right: 7, bottom: 60 }],
    })
  })

  it('exposes the right side and the bottom when moved up and left', () => {
    expect(planLayer(HELD, { ...HELD, originX: -3, originY: -5 })).toMatchObject({
      exposed: [
        { left: 97, top: 0, right: 100, bottom: 60 },
        { left: 0, top: 55, right: 100, bottom: 60 },
      ],
    })
  })

  it('redraws when a move leaves little overlap', () => {
    expect(planLayer(HELD, { ...HELD, originX: 80 }).kind).toBe('redraw')
    expect(planLayer(HELD, { ...HELD, originY: -1000 }).kind).toBe('redraw')
  })

  it('every pixel is either copied or exposed', () => {
    const move = fc.integer({ min: -70, max: 70 })
    fc.assert(
      fc.property(move, move, fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 59 }), (dx, dy, x, y) => {
        const plan = planLayer(HELD, { ...HELD, originX: dx, originY: dy })
        if (plan.kind === 'redraw') return
        const kept = x - dx >= 0 && x - dx < 100 && y - dy >= 0 && y - dy < 60
        const holds = (area: Rect): boolean => x >= area.left && x < area.right && y >= area.top && y < area.bottom
        expect(kept || plan.exposed.some(holds)).toBe(true)
      }),
    )
  })
})
