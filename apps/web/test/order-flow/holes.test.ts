import { describe, expect, it } from 'vitest'
import { holesOfBar } from '../../src/features/order-flow/readout/holes.ts'
import type { Hole } from '../../src/workers/protocol.ts'

const hole = (from: number, to: number): Hole => ({ from, to, missing: 1, state: 'lost' })

describe('the holes of a bar', () => {
  it.each([
    ['between two of its prints', 120, 150, true],
    ['from the bar before into it', 50, 100, true],
    ['from it into the bar after', 199, 260, true],
    ['over all of it', 50, 300, true],
    ['ending before it', 50, 99, false],
    ['beginning at its end', 200, 260, false],
  ])('one %s', (_, from, to, touches) => {
    expect(holesOfBar([hole(from, to)], 100, 200).length === 1).toBe(touches)
  })
})
