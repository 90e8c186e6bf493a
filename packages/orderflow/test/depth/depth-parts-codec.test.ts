import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BID,
  composeColumns,
  decodeDepthParts,
  encodeDepthColumns,
  encodeDepthParts,
  foldColumns,
  OrderflowError,
  rescaleColumns,
  sliceColumns,
} from '@flowprint/orderflow'
import type { DepthParts } from '@flowprint/orderflow'
import { xxhash32 } from '../../src/codec/container.ts'
import { cutsArbitrary, framesOf, runsFrom } from './depth-log.ts'
import { makeColumns } from './make-columns.ts'

const T0 = 1_750_377_600_000
const LENGTH = 12
const range = { fromMs: T0, toMs: T0 + LENGTH * 1000 }

const column = { cells: [[BID, 8, 5] as const], bestBid: 8, bestAsk: 9 }
const seconds = makeColumns([column, { ...column, cells: [[BID, 8, 7, 2]] }, null, column])
const whole: DepthParts = {
  intervalMs: seconds.intervalMs,
  step: seconds.step,
  fromMs: seconds.fromMs,
  length: seconds.length,
  parts: [{ bytes: encodeDepthColumns(seconds), factor: 1 }],
}

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof OrderflowError) return error.code
    throw error
  }
}

describe('columns in parts', () => {
  it('equal the composed ones for any cuts, units, gaps and range', () => {
    const bounds = fc.uniqueArray(fc.nat(LENGTH), { minLength: 2, maxLength: 5 })
    const parts = fc.array(fc.record({ factor: fc.constantFrom(1, 10), isStored: fc.boolean() }), {
      minLength: 4,
      maxLength: 4,
    })
    fc.assert(
      fc.property(
        runsFrom(T0 - 1500),
        cutsArbitrary,
        bounds,
        parts,
        fc.tuple(fc.integer({ min: -3, max: LENGTH }), fc.nat(LENGTH + 3)),
        (runs, cuts, edges, list, [from, length]) => {
          const folded = foldColumns(framesOf(runs, cuts), { ...range, step: 1 })
          const at = edges.toSorted((a, b) => a - b).map((edge) => T0 + edge * 1000)
          const stored = at.slice(1).flatMap((toMs, i) => {
            const columns = composeColumns([folded], { intervalMs: 1000, fromMs: at[i], toMs })
            return list[i].isStored ? [{ columns, factor: list[i].factor }] : []
          })
          const asked = { intervalMs: 1000, fromMs: T0 + from * 1000, toMs: T0 + (from + length) * 1000 }
          const bytes = encodeDepthParts({
            ...asked,
            step: 1,
            length,
            parts: stored.map(({ columns, factor }) => ({ bytes: encodeDepthColumns(columns), factor })),
          })
          const expected = composeColumns(
            stored
              .map(({ columns, factor }) => sliceColumns(rescaleColumns(columns, factor), asked.fromMs, asked.toMs))
              .filter((columns) => columns.length > 0),
            { ...asked, step: 1 },
          )
          expect(decodeDepthParts(bytes)).toEqual(expected)
        },
      ),
      { numRuns: 1500 },
    )
  })

  const [part] = whole.parts
  it.each<[string, string, Partial<DepthParts>]>([
    ['a part of another interval', 'CORRUPT', { intervalMs: 2000 }],
    ['a part of another step', 'CORRUPT', { step: whole.step + 1 }],
    ['a part between two intervals', 'CORRUPT', { fromMs: whole.fromMs + 500 }],
    ['parts that overlap', 'CORRUPT', { parts: [part, part] }],
    ['a factor of 0', 'CORRUPT', { parts: [{ ...part, factor: 0 }] }],
    ['a part that is not in the format', 'FOREIGN', { parts: [{ bytes: new Uint8Array(40), factor: 1 }] }],
    ['a quantity beyond 2^53 - 1', 'QUANTITY_RANGE', { parts: [{ ...part, factor: 2 ** 52 }] }],
  ])('refuses %s', (_name, code, change) => {
    expect(codeOf(() => decodeDepthParts(encodeDepthParts({ ...whole, ...change })))).toBe(code)
  })

  it('limits count the columns, and the cells of all parts together', () => {
    const wide = makeColumns([{ ...column, cells: Array.from({ length: 9 }, (_, row) => [BID, row, 5] as const) }])
    const parts = [0, 1].map((i) => ({ bytes: encodeDepthColumns({ ...wide, fromMs: i * 1000 }), factor: 1 }))
    const bytes = encodeDepthParts({ ...whole, fromMs: 0, length: 10, parts })
    const codes = [9, 17, 18].map((maxRows) => codeOf(() => decodeDepthParts(bytes, { maxRows })))
    expect(codes).toEqual(['OVERSIZED', 'OVERSIZED', 'no error'])
  })

  it('truncated or changed at any place throw typed errors only', () => {
    const bytes = encodeDepthParts(whole)
    for (let length = 0; length < bytes.length; length++)
      expect(codeOf(() => decodeDepthParts(bytes.slice(0, length)))).toBe('TRUNCATED')
    fc.assert(
      fc.property(fc.integer({ min: 16, max: bytes.length - 9 }), fc.nat(255), (at, value) => {
        const forged = bytes.slice()
        forged[at] = value
        const view = new DataView(forged.buffer)
        view.setUint32(12, (xxhash32(forged, 16, forged.length) ^ forged[5]) >>> 0, true)
        codeOf(() => decodeDepthParts(forged, { maxRows: 100_000 }))
      }),
      { numRuns: 2000 },
    )
  })
})
