import { expect, test } from 'vitest'
import { roundScore } from '../../src/index.ts'

test.each([
  [5.225, 5.225],
  [0.03125, 0.0313],
  [-0.03125, -0.0313],
  [0.28125, 0.2813],
  [2.00025, 2.0002],
  [1.23454, 1.2345],
  [1.23456, 1.2346],
  [-1.23456, -1.2346],
  [0.00004, 0],
  [-0.00004, 0],
  [12, 12],
])('rounds %d to %d', (value, shown) => {
  expect(roundScore(value)).toBe(shown)
})
