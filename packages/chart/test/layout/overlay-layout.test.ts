import { describe, expect, it } from 'vitest'
import type { DrawnZone } from '../../src/api.ts'
import { hitEffort, hitZone, placeLabels } from '../../src/layout/overlay-layout.ts'
import { effortOf, zoneOf } from '../fixtures/bars.ts'

const SIZE = { width: 1000, height: 500, labelHeight: 16, inset: 3 }

function band(top: number, bottom: number, right = 1000, text = 'S 1'): Parameters<typeof placeLabels>[0][number] {
  const zone: DrawnZone = { ...zoneOf({}), members: [] }
  return { zone, area: { left: 0, top, right, bottom }, text, width: 60 }
}

describe('band labels', () => {
  it('coordinates a label at the right edge, in the middle of its band', () => {
    expect(placeLabels([band(100, 140)], SIZE)[0].label).toEqual({ left: 937, top: 112, right: 997, bottom: 128 })
  })

  it('keeps a label inside the pane while any part of its band is visible', () => {
    expect(placeLabels([band(-200, 4)], SIZE)[0].label).toMatchObject({ top: 3 })
    expect(placeLabels([band(496, 700)], SIZE)[0].label).toMatchObject({ bottom: 497 })
    expect(placeLabels([band(-50, 0)], SIZE)[0].label).toBeNull()
  })

  it('omits the later of two overlapping labels', () => {
    const placed = placeLabels([band(100, 120), band(110, 130), band(130, 150)], SIZE)
    expect(placed.map((entry) => entry.label !== null)).toEqual([true, false, true])
  })

  it('gives no label to an ended band or an empty text', () => {
    expect(placeLabels([band(100, 120, 800)], SIZE)[0].label).toBeNull()
    expect(placeLabels([band(100, 120, 1000, '')], SIZE)[0].label).toBeNull()
  })
})

describe('hit tests', () => {
  const marks = [
    { effort: effortOf(1), x: 100, y: 50, direction: 1 as const, size: 10 },
    { effort: effortOf(2), x: 116, y: 50, direction: 1 as const, size: 10 },
  ]

  it('hits a mark in its triangle and within the tolerance, the nearest of several', () => {
    expect(hitEffort(marks, 101, 44, 4)?.effort.t).toBe(1)
    expect(hitEffort(marks, 109, 45, 6)?.effort.t).toBe(2)
    expect(hitEffort(marks, 130, 70, 4)).toBeNull()
  })

  it('hits a mark that points up below its tip', () => {
    const up = [{ effort: effortOf(3, 'bullish'), x: 100, y: 50, direction: -1 as const, size: 10 }]
    expect(hitEffort(up, 100, 56, 0)?.effort.t).toBe(3)
    expect(hitEffort(up, 100, 44, 0)).toBeNull()
  })

  it('hits labels before bands, no band on a cell, else the smallest band', () => {
    const placed = placeLabels([band(100, 300), band(150, 180), band(320, 340)], SIZE)
    expect(hitZone(placed, 960, 330, true)).toBe(placed[2])
    expect(hitZone(placed, 500, 160, true)).toBeNull()
    expect(hitZone(placed, 500, 160, false)).toBe(placed[1])
    expect(hitZone(placed, 500, 110, false)).toBe(placed[0])
    expect(hitZone(placed, 500, 400, false)).toBeNull()
  })
})
