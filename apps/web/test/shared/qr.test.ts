import fc from 'fast-check'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from '../../src/shared/ui/qr.ts'

/** The modules a path paints, as 0 and 1. */
function painted({ size, path }: { size: number; path: string }): number[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(width); i++) rows[Number(y)][Number(x) + i] += 1
  }
  return rows
}

describe('the path of a QR code', () => {
  it('paints every dark module once and no other', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 120 }), (text) => {
        const { data } = encode(text, { ecc: 'M', border: 4 })
        expect(painted(qrPath(text))).toEqual(data.map((row) => row.map(Number)))
      }),
      { numRuns: 30 },
    )
  })

  it('leaves four light modules on every side', () => {
    const rows = painted(qrPath('otpauth://totp/Flowprint:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Flowprint'))
    const edge = [...rows.slice(0, 4), ...rows.slice(-4)]
      .flat()
      .concat(rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]))
    expect(edge.every((module) => module === 0)).toBe(true)
    expect(rows[4][4]).toBe(1)
  })
})
