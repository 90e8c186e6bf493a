import { MAX_DRAWINGS, type Drawing } from '@flowprint/contract'
import { DRAWING_POINTS, type DrawingKind } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenFirst } from '../../../src/features/order-flow/panels/sharing/copy-link.ts'
import {
  drawingsText,
  fittingText,
  MAX_CHARACTERS,
  readDrawings,
} from '../../../src/features/order-flow/panels/sharing/drawings-text.ts'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const point = fc.record({
  t: fc.integer({ min: 0, max: 253402300799999 }),
  price: fc.tuple(fc.nat(99999999), hex(0)).map(([n]) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`),
})
const drawing: fc.Arbitrary<Drawing> = fc
  .constantFrom(...(Object.keys(DRAWING_POINTS) as DrawingKind[]))
  .chain((kind) =>
    fc.record(
      {
        id: fc.uuid(),
        kind: fc.constant(kind),
        points: fc.array(point, { minLength: DRAWING_POINTS[kind], maxLength: DRAWING_POINTS[kind] }),
        colour: hex(6).map((digits) => `#${digits}`),
        width: fc.integer({ min: 1, max: 4 }),
        text: fc.option(
          fc
            .string({ unit: 'grapheme', maxLength: 40 })
            .filter((text) => text.length <= 200 && !/[^\P{Cc}\n]/u.test(text)),
          { nil: undefined },
        ),
      },
      { requiredKeys: ['id', 'kind', 'points', 'colour', 'width'] },
    ),
  )
  .map(({ text, ...rest }) => (text === undefined ? rest : { ...rest, text }))

const withoutIds = (drawings: readonly Drawing[] | null) => drawings?.map((each) => ({ ...each, id: '' }))

describe('drawings in a link', () => {
  it('survive a round trip with new ids', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawing, { maxLength: 12 }), async (drawings) => {
        const text = await drawingsText(drawings)
        expect(text).toMatch(/^1\.[\w-]*$/)
        const read = await readDrawings(text)
        expect(withoutIds(read)).toEqual(withoutIds(drawings))
        expect(new Set(read?.map(({ id }) => id)).size).toBe(drawings.length)
      }),
      { numRuns: 60 },
    )
  })

  it('are truncated to those that fit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawing, { minLength: 150, maxLength: 250 }), async (drawings) => {
        const { text, count } = await fittingText(drawings)
        expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS)
        expect(withoutIds(await readDrawings(text))).toEqual(withoutIds(drawings.slice(0, count)))
        if (count < drawings.length)
          expect((await drawingsText(drawings.slice(0, count + 1))).length).toBeGreaterThan(MAX_CHARACTERS)
      }),
      { numRuns: 5 },
    )
  })

  it('fit by the dozen', async () => {
    const line = (i: number): Drawing => ({
      id: 'x',
      kind: 'trend',
      colour: '#2f7fd6',
      width: 2,
      points: [
        { t: 1_750_000_000_000 + i * 977_000, price: `${64000 + i}.5` },
        { t: 1_750_003_000_000 + i * 877_000, price: `${63000 + 3 * i}.25` },
      ],
    })
    expect((await fittingText(Array.from({ length: 80 }, (_, i) => line(i)))).count).toBe(80)
  })

  it('are rejected as a whole when invalid', async () => {
    const pack = async (rows: unknown) => {
      const packed = new Uint8Array(
        await new Response(
          new Blob([JSON.stringify(rows)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
        ).arrayBuffer(),
      )
      return `1.${Buffer.from(packed).toString('base64url')}`
    }
    const good = [0, '2f7fd6', 2, [1, '2']]
    expect(await readDrawings(await pack([good]))).toMatchObject([{ kind: 'hline' }])
    const bad = [
      [[99, '2f7fd6', 2, [1, '2']]],
      [[0, 'red', 2, [1, '2']]],
      [[0, '2f7fd6', 9, [1, '2']]],
      [[0, '2f7fd6', 2, [1]]],
      [[0, '2f7fd6', 2, [1, '2', 3, '4']]],
      [[0, '2f7fd6', 2, [1.5, '2']]],
      [[0, '2f7fd6', 2, [1, '-2']]],
      [[0, '2f7fd6', 2, [1, '2e9']]],
      [[...good, 'x'.repeat(201)]],
      [[...good, 'a\u0000']],
      [good, null],
      {},
      'text',
      Array.from({ length: MAX_DRAWINGS + 1 }, () => good),
    ]
    for (const rows of bad) expect([rows, await readDrawings(await pack(rows))]).toEqual([rows, null])
    for (const text of ['', '1.', '2.AAAA', '1.!!!', `1.${'A'.repeat(9000)}`])
      expect(await readDrawings(text)).toBeNull()
  })

  it('are rejected when they unpack to megabytes', async () => {
    const packed = new Uint8Array(
      await new Response(
        new Blob(['['.padEnd(4_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
      ).arrayBuffer(),
    )
    expect(packed.length).toBeLessThan(6000)
    expect(await readDrawings(`1.${Buffer.from(packed).toString('base64url')}`)).toBeNull()
  })

  it('list visible ones first', () => {
    const at = (id: string, kind: DrawingKind, ...times: number[]): Drawing => ({
      id,
      kind,
      colour: '#000000',
      width: 1,
      points: times.map((t) => ({ t, price: '1' })),
    })
    const drawings = [
      at('before', 'rect', 1, 2),
      at('ray', 'ray', 1, 2),
      at('level', 'hline', 1),
      at('across', 'trend', 90, 1),
      at('after', 'text', 99),
    ]
    expect(seenFirst(drawings, { from: 10, to: 20 }).map(({ id }) => id)).toEqual([
      'ray',
      'level',
      'across',
      'before',
      'after',
    ])
    expect(seenFirst(drawings, null)).toEqual(drawings)
  })
})
