import { describe, expect, it } from 'vitest'
import { PriceScale } from '../../src/interaction/price-scale.ts'
import type { PriceScaleInput } from '../../src/interaction/price-scale.ts'
import { READABLE_ROW } from '../../src/layout/auto-scale.ts'
import { rowAt } from '../../src/layout/vertical.ts'

const SPANS = Array.from({ length: 100 }, (_, i) => ({ low: 1000 + i * 3, high: 1010 + i * 3 }))

function look(from: number, to: number, more: Partial<PriceScaleInput> = {}): PriceScaleInput {
  return {
    from,
    to,
    heightPx: 600,
    columnPx: 90,
    ratio: 1,
    step: 1,
    spanOf: (i) => SPANS[i],
    focusRow: SPANS[to]?.high ?? 0,
    ...more,
  }
}

function inView(scale: PriceScale, row: number): boolean {
  const { rows } = scale
  return rows !== null && rowAt(rows, 0) > row + 1 && rowAt(rows, 600) < row
}

describe('price scale', () => {
  it('starts with the visible bars centred', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    const middle = (SPANS[95].low + SPANS[99].high + 1) / 2
    expect(scale.rows === null ? 0 : rowAt(scale.rows, 300)).toBeCloseTo(middle, 0)
  })

  it('keeps all visible bars in view at first and while panning and zooming, for any price range', () => {
    const tall = SPANS.map((span, i) => ({ low: span.low - (i % 17) * 40, high: span.high + (i % 11) * 90 }))
    for (const columnPx of [8, 40, 90, 220]) {
      const scale = new PriceScale()
      scale.range(look(85, 99, { columnPx, spanOf: (i) => tall[i] }))
      scale.settle()
      for (let to = 99; to > 20; to--) {
        scale.range(look(to - 14, to, { columnPx, spanOf: (i) => tall[i] }))
        for (let bar = to - 14; bar <= to; bar++) {
          expect(inView(scale, tall[bar].high)).toBe(true)
          expect(inView(scale, tall[bar].low)).toBe(true)
        }
      }
    }
  })

  it('does not move for a new high within the margin, and refits for one near the edge', () => {
    const scale = new PriceScale()
    const growing = (more: number) =>
      look(95, 99, { spanOf: (i) => (i === 99 ? { low: SPANS[99].low, high: SPANS[99].high + more } : SPANS[i]) })
    scale.range(growing(12))
    scale.settle()
    const before = scale.rows
    scale.range(growing(13))
    expect(scale.rows).toBe(before)
    scale.range(growing(30))
    expect(scale.rows).not.toBe(before)
    expect(inView(scale, SPANS[99].high + 30)).toBe(true)
  })

  it('toggles readable rows and keeps the preference while panning', () => {
    const scale = new PriceScale()
    const wide = SPANS.map((span) => ({ low: span.low * 4, high: span.high * 4 }))
    const at = (to: number) => look(to - 14, to, { spanOf: (i) => wide[i], focusRow: wide[to].high })
    scale.range(at(99))
    expect(scale.rows?.rowPx).toBeLessThan(READABLE_ROW)
    scale.reset('readable')
    scale.range(at(99))
    scale.settle()
    expect(scale.rows?.rowPx).toBeGreaterThanOrEqual(READABLE_ROW)
    for (let to = 98; to > 20; to--) {
      scale.range(at(to))
      expect(scale.rows?.rowPx).toBeGreaterThanOrEqual(READABLE_ROW)
      expect(inView(scale, wide[to].high)).toBe(true)
    }
    scale.reset('fit')
    scale.range(at(50))
    expect(inView(scale, wide[36].low)).toBe(true)
  })

  it('keeps prices in place when the pixel ratio changes', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    if (scale.rows !== null) scale.moveBy(scale.rows, 60)
    const before = scale.rows === null ? 0 : rowAt(scale.rows, 150)
    scale.range(look(95, 99, { heightPx: 1200, columnPx: 180, ratio: 2 }))
    expect(scale.rows === null ? 0 : rowAt(scale.rows, 300)).toBeCloseTo(before, 1)
  })

  it('keeps the row height while panning, with the newest visible bar in view', () => {
    const scale = new PriceScale()
    scale.range(look(85, 99))
    scale.settle()
    const height = scale.rows?.rowPx
    for (let to = 98; to > 20; to--) {
      scale.range(look(to - 14, to))
      expect(scale.rows?.rowPx).toBe(height)
      expect(inView(scale, SPANS[to].high)).toBe(true)
      expect(inView(scale, SPANS[to].low)).toBe(true)
    }
  })

  it('does not move while everything is in view', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    const before = scale.rows
    scale.range(look(95, 99, { focusRow: 1290 }))
    expect(scale.rows).toBe(before)
  })

  it('fits the visible bars on every update in narrow columns', () => {
    const scale = new PriceScale()
    scale.range(look(0, 99, { columnPx: 8 }))
    scale.settle()
    scale.range(look(0, 49, { columnPx: 8 }))
    expect(inView(scale, SPANS[0].low)).toBe(true)
    expect(inView(scale, SPANS[49].high)).toBe(true)
  })

  it('a drag makes the scale manual in whole pixels, a reset makes it automatic', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    const start = scale.rows
    if (start === null) throw new Error('no rows')
    scale.moveBy(start, 37.4)
    expect(scale.mode).toBe('manual')
    expect(scale.rows?.origin).toBe(start.origin + 37)
    scale.range(look(0, 4))
    expect(scale.rows?.origin).toBe(start.origin + 37)
    scale.reset()
    scale.range(look(0, 4))
    expect(scale.mode).toBe('auto')
    expect(inView(scale, SPANS[4].high)).toBe(true)
  })

  it('keeps the middle when the height changes', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    if (scale.rows !== null) scale.moveBy(scale.rows, 5)
    const before = scale.rows === null ? 0 : rowAt(scale.rows, 300)
    scale.range(look(95, 99, { heightPx: 400 }))
    expect(scale.rows === null ? 0 : rowAt(scale.rows, 200)).toBeCloseTo(before, 6)
  })

  it('keeps prices in place when the precision changes', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    if (scale.rows !== null) scale.moveBy(scale.rows, 0)
    const tick = scale.rows === null ? 0 : rowAt(scale.rows, 300)
    scale.keepPrices(1, 5)
    expect(scale.rows === null ? 0 : rowAt(scale.rows, 300) * 5).toBeCloseTo(tick, 1)
  })

  it('freezes for other settings of the same bars until the time axis has settled', () => {
    const scale = new PriceScale()
    scale.range(look(95, 99))
    scale.settle()
    const before = scale.rows
    scale.keepPrices(1, 1)
    scale.range(look(0, 4))
    expect(scale.rows).toBe(before)
    scale.settle()
    scale.range(look(0, 4))
    expect(scale.rows).not.toBe(before)
  })

  it('returns the last range without visible bars, and null before the first', () => {
    const scale = new PriceScale()
    expect(scale.range(look(0, -1))).toBeNull()
    scale.range(look(95, 99))
    const before = scale.rows
    scale.range(look(0, -1))
    expect(scale.rows).toBe(before)
  })
})
