import { describe, expect, it } from 'vitest'
import { nextIndex } from '../../src/shared/ui/roving.ts'

describe('the arrow keys', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['ArrowUp', 2, 1],
    ['ArrowDown', -1, 0],
    ['ArrowUp', -1, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['ArrowLeft', 1, -1],
    ['a', 1, -1],
  ] as const)('%s moves from %i of 3 to %i in a column', (key, at, to) => {
    expect(nextIndex(key, at, 3, 'vertical')).toBe(to)
  })

  it('left and right move in a row', () => {
    expect(nextIndex('ArrowRight', 2, 3, 'horizontal')).toBe(0)
    expect(nextIndex('ArrowLeft', 0, 3, 'horizontal')).toBe(2)
  })

  it('move nowhere in an empty list', () => expect(nextIndex('End', -1, 0, 'vertical')).toBe(-1))
})
