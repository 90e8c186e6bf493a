import { describe, expect, it } from 'vitest'
import {
  continueSequence,
  isSequenceCycle,
  sequenceNumberAt,
  sequenceNumbers,
  sequenceRule,
  sliceBars,
  tidySequence,
} from '@flowprint/orderflow'
import { tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'

describe('cycles of fills and volume', () => {
  it('accepts only canonical text', () => {
    expect(['1t', '1000t', '250v', '2.5v', '0.001v'].map(isSequenceCycle)).toEqual([true, true, true, true, true])
    const others = [
      '0t',
      '01t',
      '1.5t',
      '2.50v',
      '0v',
      '0.0v',
      '.5v',
      '1m',
      '',
      't',
      'v',
      '1000T',
      '1e3t',
      '12345678901t',
    ]
    expect(others.map(isSequenceCycle)).toEqual(others.map(() => false))
  })

  it('normalizes user input', () => {
    const written = ['1000 T', '1,000t', ' 2.50v', '.5V', '007t', '250.v']
    expect(written.map(tidySequence)).toEqual(['1000t', '1000t', '2.5v', '0.5v', '7t', '250v'])
    expect(['', '5', '0t', '0v', '-5t', '5x', '1.5t', '0.00v'].map(tidySequence)).toEqual(Array(8).fill(null))
  })

  it('parses the size in fills or lots', () => {
    expect(sequenceRule('1000t', '0.001')).toEqual({ kind: 'ticks', size: 1000 })
    expect(sequenceRule('2.5v', '0.001')).toEqual({ kind: 'volume', size: 2500 })
    expect(sequenceRule('250v', '10')).toEqual({ kind: 'volume', size: 25 })
  })

  it('rounds a volume between two lots up', () => {
    expect(sequenceRule('2.5v', '1')).toEqual({ kind: 'volume', size: 3 })
    expect(sequenceRule('0.0001v', '0.003')).toEqual({ kind: 'volume', size: 1 })
  })

  it('rejects a volume beyond 2^53 - 1 lots', () => {
    expect(sequenceRule('900000000000000v', '0.00000001')).toBe(null)
    expect(sequenceRule('5m', '1')).toBe(null)
  })
})

describe('numbers of bars within their day', () => {
  it('count from 1 at every midnight and do not depend on the first loaded bar', () => {
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
