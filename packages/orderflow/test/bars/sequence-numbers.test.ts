import { tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continueSequence, sequenceNumberAt, sequenceNumbers, sliceBars } from '@flowprint/orderflow'

describe('numbers of bars within their day', () => {
  it('count from 1 at every midnight, and are the same from any bar on', () => {
    fc.assert(
      fc.property(tapeArbitrary(), fc.integer({ min: 1, max: 6 }), fc.nat(), (trades, size, cut) => {
        const { bars } = continueSequence(null, trades, { kind: 'ticks', size }, 1)
        const days = [...bars.t].map((t) => new Date(t).toISOString().slice(0, 10))
        const expected = days.map((day, i) => i - days.indexOf(day) + 1)
        expect([...sequenceNumbers(bars, 1)]).toEqual(expected)
        const from = bars.length === 0 ? 0 : cut % bars.length
        const rest = sliceBars(bars, from)
        expect([...sequenceNumbers(rest, expected[from] ?? 1)]).toEqual(expected.slice(from))
        for (let i = 0; i < rest.length; i++) expect(sequenceNumberAt(rest, i, expected[from])).toBe(expected[from + i])
      }),
    )
  })
})
