import { describe, expect, it } from 'vitest'
import { isSequenceCycle, sequenceRule, tidySequence } from '@flowprint/orderflow'

describe('cycles of fills and of volume', () => {
  it('have one text each', () => {
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

  it('are normalized from user input', () => {
    const written = ['1000 T', '1,000t', ' 2.50v', '.5V', '007t', '250.v']
    expect(written.map(tidySequence)).toEqual(['1000t', '1000t', '2.5v', '0.5v', '7t', '250v'])
    expect(['', '5', '0t', '0v', '-5t', '5x', '1.5t', '0.00v'].map(tidySequence)).toEqual(Array(8).fill(null))
  })

  it('say their size in fills, or in lots', () => {
    expect(sequenceRule('1000t', '0.001')).toEqual({ kind: 'ticks', size: 1000 })
    expect(sequenceRule('2.5v', '0.001')).toEqual({ kind: 'volume', size: 2500 })
    expect(sequenceRule('250v', '10')).toEqual({ kind: 'volume', size: 25 })
  })

  it('a volume between two lots is reached with the greater', () => {
    expect(sequenceRule('2.5v', '1')).toEqual({ kind: 'volume', size: 3 })
    expect(sequenceRule('0.0001v', '0.003')).toEqual({ kind: 'volume', size: 1 })
  })

  it('a volume beyond 2^53 - 1 lots is none', () => {
    expect(sequenceRule('900000000000000v', '0.00000001')).toBe(null)
    expect(sequenceRule('5m', '1')).toBe(null)
  })
})
