import { describe, expect, test } from 'vitest'
import { isBeyond, meetZone } from '../../src/zones/zone-book.ts'

type Reach = readonly [low: number, high: number, close: number]

const rows = ([low, high, close]: Reach) => ({ low, high, close })
const support = { kind: 'stack', side: 'support', lowRow: 10, highRow: 13 } as const
const resistance = { kind: 'stack', side: 'resistance', lowRow: 10, highRow: 13 } as const

/** The mirror image about the middle of the zone. */
const mirrored = ([low, high, close]: Reach): Reach => [23 - high, 23 - low, 23 - close]

describe('a closed bar meets a zone [10, 13]', () => {
  const cases: [string, Reach, close: string, through: string, touch: string][] = [
    ['stays above', [14, 20, 16], 'away', 'away', 'away'],
    ['reaches the top row and closes above', [13, 20, 16], 'held', 'held', 'broken'],
    ['reaches the bottom row and closes above', [10, 20, 14], 'held', 'held', 'broken'],
    ['closes on the top row', [12, 20, 13], 'inside', 'inside', 'broken'],
    ['closes on the bottom row', [10, 20, 10], 'inside', 'inside', 'broken'],
    ['trades through and closes above', [9, 20, 14], 'held', 'broken', 'broken'],
    ['trades through and closes inside', [9, 20, 11], 'inside', 'broken', 'broken'],
    ['closes one row below', [9, 20, 9], 'broken', 'broken', 'broken'],
    ['comes from below into the bottom row', [5, 10, 10], 'inside', 'broken', 'broken'],
    ['jumps over without touching', [4, 9, 7], 'broken', 'broken', 'broken'],
    ['lies within the zone', [11, 12, 11], 'inside', 'inside', 'broken'],
    ['covers the zone and closes far above', [5, 40, 39], 'held', 'broken', 'broken'],
  ]
  test.each(cases)('support: a bar that %s', (_, bar, close, through, touch) => {
    expect(meetZone(support, rows(bar), 'close')).toBe(close)
    expect(meetZone(support, rows(bar), 'through')).toBe(through)
    expect(meetZone(support, rows(bar), 'touch')).toBe(touch)
  })

  test.each(cases)('resistance is the mirror image: a bar that %s', (_, bar, close, through, touch) => {
    const seen = rows(mirrored(bar))
    expect(meetZone(resistance, seen, 'close')).toBe(close)
    expect(meetZone(resistance, seen, 'through')).toBe(through)
    expect(meetZone(resistance, seen, 'touch')).toBe(touch)
  })

  test.each([
    ['covers it', [9, 11, 9], 'filled'],
    ['ends on it', [10, 12, 12], 'filled'],
    ['stays above it', [11, 20, 15], 'away'],
    ['jumps over it', [3, 9, 5], 'away'],
  ] as const)('a naked point of control at row 10 and a bar that %s: %s', (_, bar, meeting) => {
    for (const side of ['support', 'resistance'] as const) {
      for (const breakBy of ['close', 'through', 'touch'] as const) {
        expect(meetZone({ kind: 'nakedPoc', side, lowRow: 10, highRow: 10 }, rows(bar), breakBy)).toBe(meeting)
      }
    }
  })
})

describe('price already beyond', () => {
  test.each([
    [9, true, false],
    [10, false, false],
    [13, false, false],
    [14, false, true],
  ])('a close at row %d is beyond support [10, 13]: %s, beyond resistance: %s', (close, below, above) => {
    expect(isBeyond(support, close)).toBe(below)
    expect(isBeyond(resistance, close)).toBe(above)
  })
})
