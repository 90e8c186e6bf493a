import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../../src/codec/utf8.ts'

describe('UTF-8', () => {
  it('equals the encoding of the platform for well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text))
      }),
    )
  })

  it('round-trips, including lone surrogates and long texts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }),
        fc.constantFrom(1, 300),
        (codes, times) => {
          const text = String.fromCharCode(...codes).repeat(times)
          const bytes = encodeUtf8(text)
          expect(decodeUtf8(bytes, 0, bytes.length)).toBe(text)
        },
      ),
    )
  })

  it.each([
    ['a lone continuation', [0x80]],
    ['a cut sequence', [0xe6, 0xbc]],
    ['an overlong form', [0xc0, 0x80]],
    ['a code beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that never occurs', [0xff]],
    ['a missing continuation', [0xc3, 0x41]],
  ])('%s is refused', (_name, bytes) => {
    expect(() => decodeUtf8(Uint8Array.from(bytes), 0, bytes.length)).toThrow('not UTF-8')
  })
})
