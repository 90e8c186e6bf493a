import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortenMiddle } from '../../src/shared/ui/shorten.ts'
import { splitDuration } from '../../src/shared/format/time.ts'

describe('a text truncated in the middle', () => {
  it.each([
    ['TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV', 'TBXSw8…UvXPdV'],
    ['a'.repeat(15), 'a'.repeat(15)],
    ['a'.repeat(16), 'aaaaaa…aaaaaa'],
    ['', ''],
  ])('%s is shown as %s', (text, shown) => expect(shortenMiddle(text)).toBe(shown))

  it('keeps both ends and never grows', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (text, head, tail) => {
        const shown = shortenMiddle(text, head, tail)
        expect(shown.length).toBeLessThanOrEqual(text.length)
        expect(text.startsWith(shown.split('…')[0].slice(0, head))).toBe(true)
        expect(shown.endsWith(text.slice(-tail))).toBe(true)
      }),
    )
  })
})

describe('the time left', () => {
  it.each([
    [0, 0, '00:00:00'],
    [-5000, 0, '00:00:00'],
    [1, 0, '00:00:01'],
    [1000, 0, '00:00:01'],
    [1001, 0, '00:00:02'],
    [86_399_000, 0, '23:59:59'],
    [86_400_000, 1, '00:00:00'],
    [2 * 86_400_000 + 3_723_000, 2, '01:02:03'],
  ])('of %d ms is %d days and %s', (ms, days, time) => expect(splitDuration(ms)).toEqual({ days, time }))
})
