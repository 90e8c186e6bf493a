import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barContaining, linkedPosition, positionOfTime, timeOfPosition } from '../../src/links/bar-times.ts'

const MINUTE = 60_000
const PLOT = { width: 400, rightRoom: 20, minSpacing: 0.8, maxSpacing: 120 }

const barsAt = (t: readonly number[], cycleMs: number) => ({ t: Float64Array.from(t), length: t.length, cycleMs })
const minutes = (count: number, cycle = 1, from = 1_000) =>
  barsAt(
    Array.from({ length: count }, (_, i) => (from + i * cycle) * MINUTE),
    cycle * MINUTE,
  )

/** Bars of a cycle with gaps, or of any length. */
const anyBars = fc
  .record({
    cycle: fc.constantFrom(0, 1_000, MINUTE, 5 * MINUTE),
    first: fc.integer({ min: 1, max: 10_000 }),
    steps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 0, maxLength: 40 }),
  })
  .map(({ cycle, first, steps }) => {
    const unit = cycle || 137.5
    const t = [first * unit]
    for (const step of steps) t.push(t[t.length - 1] + step * unit)
    return barsAt(t, cycle)
  })
const anyTime = fc.integer({ min: -4e8, max: 4e8 }).map((quarters) => quarters / 4)

describe('bars and times', () => {
  it('finds the bar whose time contains the given one, none in gaps and outside', () => {
    fc.assert(
      fc.property(anyBars, fc.integer({ min: 0, max: 60_000_000 }), (bars, t) => {
        const found = [...bars.t].findLastIndex((start, i) => {
          const end = bars.cycleMs > 0 ? start + bars.cycleMs : (bars.t[i + 1] ?? Infinity)
          return start <= t && t < end
        })
        expect(barContaining(bars, t)).toBe(found)
      }),
    )
    expect(barContaining(barsAt([], MINUTE), 5)).toBe(-1)
    const gap = barsAt([0, 5 * MINUTE], MINUTE)
    expect([0, MINUTE - 1, MINUTE, 5 * MINUTE, 6 * MINUTE].map((t) => barContaining(gap, t))).toEqual([0, 0, -1, 1, -1])
    expect(barContaining(barsAt([0, 5.5], 0), 9_999)).toBe(1)
  })

  it('places the start of a bar at its left edge', () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        bars.t.forEach((t, i) => {
          expect(positionOfTime(bars, t)).toBe(i)
          expect(timeOfPosition(bars, i)).toBe(t)
        })
      }),
    )
  })

  it('is strictly ascending and reversible, also outside of the loaded bars', () => {
    fc.assert(
      fc.property(anyBars, anyTime, anyTime, (bars, a, b) => {
        if (Math.abs(a - b) > 1)
          expect(Math.sign(positionOfTime(bars, a) - positionOfTime(bars, b))).toBe(Math.sign(a - b))
        expect(timeOfPosition(bars, positionOfTime(bars, a))).toBeCloseTo(a, 3)
      }),
    )
  })

  it('does not move loaded times when older bars are added', () => {
    fc.assert(
      fc.property(
        anyBars,
        fc.integer({ min: 0, max: 39 }),
        fc.nat(1000).map((thousandths) => thousandths / 1000),
        (bars, cut, part) => {
          fc.pre(cut < bars.length)
          const loaded = barsAt([...bars.t.slice(cut)], bars.cycleMs)
          const t = loaded.t[0] + part * (loaded.t[loaded.length - 1] - loaded.t[0])
          expect(positionOfTime(bars, t) - cut).toBeCloseTo(positionOfTime(loaded, t), 9)
        },
      ),
    )
  })
})

describe('the position of a linked chart', () => {
  const timesOf = (bars: ReturnType<typeof barsAt>, { right, spacing }: { right: number; spacing: number }) => ({
    from: timeOfPosition(bars, right - PLOT.width / spacing),
    to: timeOfPosition(bars, right),
  })

  it('shows both edges at the same times where widths allow it', () => {
    fc.assert(
      fc.property(anyBars, anyTime, fc.double({ min: 1, max: 1e8, noNaN: true }), (bars, from, span) => {
        const times = { from, to: from + span, atNow: false }
        const position = linkedPosition(bars, times, PLOT)
        const wanted = PLOT.width / (positionOfTime(bars, times.to) - positionOfTime(bars, times.from))
        expect(position.spacing).toBeGreaterThanOrEqual(PLOT.minSpacing)
        expect(position.spacing).toBeLessThanOrEqual(PLOT.maxSpacing)
        const shown = timesOf(bars, position)
        if (wanted > PLOT.maxSpacing) {
          // All of it, in the middle.
          expect(shown.from).toBeLessThan(times.from)
          expect(shown.to).toBeGreaterThan(times.to)
        } else {
          expect(Math.abs(shown.to - times.to)).toBeLessThan(1)
          if (wanted >= PLOT.minSpacing) expect(Math.abs(shown.from - times.from)).toBeLessThan(1)
          else expect(shown.from).toBeGreaterThan(times.from - 1)
        }
      }),
    )
  })

  it('leaves a chart of the same bars and width where the leader is', () => {
    fc.assert(
      fc.property(
        anyBars,
        fc.double({ min: 0.8, max: 120, noNaN: true }),
        fc.integer({ min: -20_000, max: 60_000 }).map((thousandths) => thousandths / 1000),
        (bars, spacing, right) => {
          const position = linkedPosition(bars, { ...timesOf(bars, { right, spacing }), atNow: false }, PLOT)
          expect(position.right).toBeCloseTo(right, 6)
          expect(position.spacing / spacing).toBeCloseTo(1, 6)
        },
      ),
    )
  })

  it('keeps the newest bar at the right margin at now, with the left edge at the same time', () => {
    const fast = minutes(300)
    const slow = minutes(60, 5)
    const leader = linkedPosition(fast, { from: fast.t[240], to: 0, atNow: true }, PLOT)
    expect(leader).toEqual({ spacing: 380 / 60, right: 300 + 20 / (380 / 60) })
    const follower = linkedPosition(slow, { from: fast.t[240], to: 0, atNow: true }, PLOT)
    expect(follower).toEqual({ spacing: 380 / 12, right: 60 + 20 / (380 / 12) })
  })

  it('shows the newest part of times that need narrower bars than allowed', () => {
    const fast = minutes(2_000)
    const to = fast.t[1_900]
    const position = linkedPosition(fast, { from: fast.t[0], to, atNow: false }, PLOT)
    expect(position).toEqual({ spacing: 0.8, right: 1_900 })
  })

  it('centres times that are shorter than the widest bars', () => {
    const slow = minutes(10, 60)
    const position = linkedPosition(slow, { from: slow.t[4], to: slow.t[5], atNow: false }, PLOT)
    expect(position).toEqual({ spacing: 120, right: 4.5 + 400 / 120 / 2 })
  })

  it('leaves times before the history empty and shows old markets at their newest bar', () => {
    const bars = minutes(10)
    const before = linkedPosition(bars, { from: bars.t[0] - 10 * MINUTE, to: bars.t[0], atNow: false }, PLOT)
    expect(before).toEqual({ spacing: 40, right: 0 })
    const old = linkedPosition(bars, { from: bars.t[9] + 99 * MINUTE, to: 0, atNow: true }, PLOT)
    expect(old).toEqual({ spacing: 120, right: 10 + 20 / 120 })
  })

  it('counts bars without a fixed length by their starts', () => {
    const irregular = barsAt([0, 10, 500, 510, 1_000], 0)
    expect(linkedPosition(irregular, { from: 10, to: 510, atNow: false }, PLOT)).toEqual({
      spacing: 120,
      right: 2 + 5 / 3,
    })
    expect(positionOfTime(irregular, 255)).toBe(1.5)
    expect(positionOfTime(irregular, 1_250)).toBe(5)
    expect(positionOfTime(irregular, -250)).toBe(-1)
  })
})
