import { expect, test } from 'vitest'
import { stepText } from '../../src/precision/ladder.ts'

test.each([
  [1, '0.01', '0.01'],
  [10, '0.01', '0.1'],
  [100, '0.01', '1'],
  [1000, '0.01', '10'],
  [50, '0.1', '5'],
  [3, '0.03125', '0.09375'],
  [10, '1', '10'],
  [2, '100', '200'],
])('%i ticks of %s are written %s', (step, tick, text) => {
  expect(stepText(step, tick)).toBe(text)
})
