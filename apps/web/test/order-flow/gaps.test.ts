import { describe, expect, it } from 'vitest'
import { gapsOfBar } from '../../src/features/order-flow/panels/readout/incomplete-card.tsx'
import type { Gap } from '../../src/workers/protocol.ts'

const gap = (from: number, to: number): Gap => ({ from, to, missing: 1, state: 'lost' })

describe('the gaps of a bar', () => {
  it.each([
    ['between two of its trades', 120, 150, true],
    ['from the bar before into it', 50, 100, true],
    ['from it into the bar after', 199, 260, true],
    ['over all of it', 50, 300, true],
    ['ending before it', 50, 99, false],
    ['beginning at its end', 200, 260, false],
  ])('one %s', (_, from, to, touches) => {
    expect(gapsOfBar([gap(from, to)], 100, 200).length === 1).toBe(touches)
  })
})
