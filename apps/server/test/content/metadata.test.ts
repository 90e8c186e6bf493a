import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPicture } from '../../src/modules/content/rules/picture/read-picture.ts'
import { withoutMetadata } from '../../src/modules/content/rules/picture/without-metadata.ts'
import { JPEG, LOSSLESS, LOSSY, png, PROGRESSIVE, TRANSPARENT } from './sample-pictures.ts'

const SECRET = 'N 48.8584 E 2.2945 serial 4711'

/** A TIFF block with an orientation and a text, in either byte order. */
function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const head = Buffer.alloc(38)
  head.write(order, 'latin1')
  const u16 = (value: number, at: number) =>
    order === 'II' ? head.writeUInt16LE(value, at) : head.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    order === 'II' ? head.writeUInt32LE(value, at) : head.writeUInt32BE(value, at)
  u16(42, 2)
  u32(8, 4)
  u16(2, 8)
  for (const [i, [tag, kind, count, value]] of [
    [0x010e, 2, SECRET.length, 38],
    [0x0112, 3, 1, 0],
  ].entries()) {
    const at = 10 + i * 12
    u16(tag, at)
    u16(kind, at + 2)
    u32(count, at + 4)
    u32(value, at + 8)
  }
  u16(orientation, 30)
  return Buffer.concat([head, Buffer.from(SECRET)])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const text = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

function chunk(name: string, data: Buffer): Buffer {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), text(name, data)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const withChunks = (bytes: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)])
const withSegments = (bytes: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])

function withWebpChunks(bytes: Buffer, flags: number, ...parts: (readonly [string, Buffer])[]): Buffer {
  const more = parts.map(([name, data]) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const whole = Buffer.concat([bytes, ...more])
  whole.writeUInt32LE(whole.length - 8, 4)
  whole[20] |= flags
  return whole
}

const JPEG_SECRETS = (order: 'II' | 'MM', orientation: number): Buffer[] => [
  segment(0xe1, text('Exif\0\0', exif(orientation, order))),
  segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)),
  segment(0xed, text(`Photoshop 3.0\0${SECRET}`)),
  segment(0xe2, text(`MPF\0${SECRET}`)),
  segment(0xfe, text(SECRET)),
]
const PNG_SECRETS = [
  chunk('tEXt', text(`Comment\0${SECRET}`)),
  chunk('iTXt', text(SECRET)),
  chunk('tIME', Buffer.alloc(7)),
  chunk('prVt', text(SECRET)),
]

const LOADED = [
  ['PNG', png(3, 2), (o: number) => withChunks(png(3, 2), ...PNG_SECRETS, chunk('eXIf', exif(o, 'MM')))],
  ['JPEG', JPEG, (o: number) => withSegments(JPEG, ...JPEG_SECRETS('MM', o))],
  ['progressive JPEG', PROGRESSIVE, (o: number) => withSegments(PROGRESSIVE, ...JPEG_SECRETS('II', o))],
  [
    'WebP',
    TRANSPARENT,
    (o: number) =>
      withWebpChunks(TRANSPARENT, 0x0c, ['EXIF', exif(o, 'II')], ['XMP ', text(SECRET)], ['priv', text(SECRET)]),
  ],
] as const

describe.each(LOADED)('%s', (_name, plain, loaded) => {
  const before = readPicture(plain)
  const kind = 'kind' in before ? before.kind : 'png'

  test('loses location, camera, comments and unknown blocks, and keeps its pixels', () => {
    const bytes = loaded(1)
    expect(readPicture(bytes)).toEqual(before)
    const bare = withoutMetadata(kind, bytes)
    expect(bare).toEqual({ bytes: plain, orientation: 1 })
  })

  test.each([3, 6, 8])('keeps the orientation %i and nothing else', (orientation) => {
    const bare = withoutMetadata(kind, loaded(orientation))
    expect([bare.orientation, bare.bytes.includes('4711')]).toEqual([orientation, false])
    expect(readPicture(bare.bytes)).toEqual(before)
    // The new block has the values of the old one, and nothing more to remove.
    expect(withoutMetadata(kind, bare.bytes)).toEqual(bare)
  })

  test('with an invalid block is displayed as stored', () => {
    for (const orientation of [0, 9, 65_535])
      expect(withoutMetadata(kind, loaded(orientation))).toEqual({ bytes: plain, orientation: 1 })
  })
})

test.each([
  ['lossy', LOSSY],
  ['lossless', LOSSLESS],
])('a simple %s WebP is stored unchanged', (_name, bytes) => {
  expect(withoutMetadata('webp', bytes)).toEqual({ bytes, orientation: 1 })
})

test('a colour profile, the Adobe marker and transparency are kept', () => {
  const profile = segment(0xe2, text('ICC_PROFILE\0', Buffer.from([1, 1]), 'profile'))
  const adobe = segment(0xee, text('Adobe', Buffer.from([0, 100, 0, 0, 0, 0, 1])))
  const { bytes } = withoutMetadata('jpg', withSegments(JPEG, profile, adobe))
  expect([bytes.includes(profile), bytes.includes(adobe)]).toEqual([true, true])
  const shown = [chunk('gAMA', Buffer.alloc(4)), chunk('tRNS', Buffer.alloc(2))]
  expect(withoutMetadata('png', withChunks(png(3, 2), ...shown)).bytes).toEqual(withChunks(png(3, 2), ...shown))
})
