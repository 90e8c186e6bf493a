import { describe, expect, it } from 'vitest'
import { heatPaths, runsOf, scaleOf, stepPath } from '../../src/features/help/figures/recorded/plot.ts'

const AREA = { x: 10, y: 0, width: 40, height: 20 }

describe('stepPath', () => {
  it('draws a step per value and breaks where one is unknown', () => {
    expect(stepPath([1, 2, null, 3], AREA, (value) => value)).toBe('M10 1H20L20 2H30M40 3H50')
    expect(stepPath([null, null], AREA, (value) => value)).toBe('')
  })
})

describe('runsOf', () => {
  it('joins equal neighbours', () => {
    expect(runsOf(['a', 'a', 'b', 'a'])).toEqual([
      { value: 'a', from: 0, to: 2 },
      { value: 'b', from: 2, to: 3 },
      { value: 'a', from: 3, to: 4 },
    ])
    expect(runsOf([])).toEqual([])
  })
})

describe('heatPaths', () => {
  it('draws the lowest row at the bottom, joins seconds of one mark and leaves out missing ones', () => {
    expect([...heatPaths(['1?', '12', null, '12'], 2, AREA)]).toEqual([
      ['1', 'M10 10h20v10h-20zM40 10h10v10h-10z'],
      ['?', 'M10 0h10v10h-10z'],
      ['2', 'M20 0h10v10h-10zM40 0h10v10h-10z'],
    ])
  })
})

describe('scaleOf', () => {
  it('puts the largest value on top and ignores unknown ones', () => {
    const y = scaleOf([2, null, 4], AREA)
    expect([y(4), y(3), y(2)]).toEqual([0, 10, 20])
    expect(scaleOf([5, 5], AREA)(5)).toBe(10)
  })
})
