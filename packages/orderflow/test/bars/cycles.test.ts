import { describe, expect, test } from 'vitest'
import { barStart, CYCLES, cycleMsOf, cycleNameOf } from '@flowprint/orderflow'
import { WEEK_MS } from '../../src/index.ts'

describe('barStart', () => {
  test.each([
    {
      rule: 'a moment on the edge starts its bar',
      t: Date.UTC(2025, 5, 21, 12),
      ms: 3_600_000,
      start: Date.UTC(2025, 5, 21, 12),
    },
    {
      rule: 'the last millisecond belongs to the bar before',
      t: Date.UTC(2025, 5, 21, 12) - 1,
      ms: 3_600_000,
      start: Date.UTC(2025, 5, 21, 11),
    },
    { rule: 'days start at 00:00 UTC', t: Date.UTC(2025, 5, 21, 23, 59), ms: 86_400_000, start: Date.UTC(2025, 5, 21) },
    {
      rule: 'Sunday belongs to the week of the Monday before',
      t: Date.UTC(2025, 5, 22, 23, 59),
      ms: WEEK_MS,
      start: Date.UTC(2025, 5, 16),
    },
    { rule: 'Monday 00:00 starts the week', t: Date.UTC(2025, 5, 23), ms: WEEK_MS, start: Date.UTC(2025, 5, 23) },
    {
      rule: 'the first days of 1970 belong to the week from Monday 1969-12-29',
      t: 0,
      ms: WEEK_MS,
      start: Date.UTC(1969, 11, 29),
    },
    { rule: 'before the epoch too', t: -1, ms: 60_000, start: -60_000 },
  ])('$rule', ({ t, ms, start }) => {
    expect(barStart(t, ms)).toBe(start)
  })
})

describe('CYCLES', () => {
  test('ascend, and each from 1m on is a multiple of 1m', () => {
    const lengths = CYCLES.map(({ ms }) => ms)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(lengths.filter((ms) => ms >= 60_000).every((ms) => ms % 60_000 === 0)).toBe(true)
  })

  test('names and lengths lead to each other; others to nothing', () => {
    for (const { value, ms } of CYCLES) expect([cycleMsOf(value), cycleNameOf(ms)]).toEqual([ms, value])
    expect([cycleMsOf('2m'), cycleMsOf(''), cycleNameOf(1)]).toEqual([undefined, undefined, undefined])
  })
})
