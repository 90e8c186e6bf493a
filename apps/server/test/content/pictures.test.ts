import { PICTURE_MAX_BYTES } from '@flowprint/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPicture } from '../../src/modules/content/rules/picture/read-picture.ts'
import { JPEG, LOSSLESS, LOSSY, png, PROGRESSIVE, TRANSPARENT } from './sample-pictures.ts'

const SAMPLES = [
  ['PNG', png(3, 2), { kind: 'png', width: 3, height: 2 }],
  ['baseline JPEG', JPEG, { kind: 'jpg', width: 5, height: 4 }],
  ['progressive JPEG', PROGRESSIVE, { kind: 'jpg', width: 5, height: 4 }],
  ['lossy WebP', LOSSY, { kind: 'webp', width: 7, height: 6 }],
  ['lossless WebP', LOSSLESS, { kind: 'webp', width: 7, height: 6 }],
  ['WebP with transparency', TRANSPARENT, { kind: 'webp', width: 9, height: 8 }],
] as const

describe.each(SAMPLES)('%s picture', (_name, bytes, found) => {
  test('is identified by its bytes, with its size', () => {
    expect(readPicture(bytes)).toEqual(found)
  })

  test('is rejected when truncated anywhere', () => {
    for (let length = 0; length < bytes.length; length++)
      expect([length, readPicture(bytes.subarray(0, length))]).toEqual([length, { fault: expect.any(String) }])
  })

  test('is rejected with trailing bytes', () => {
    for (const more of ['\0', '<script>alert(1)</script>', '%PDF-1.7', 'PK\u0003\u0004', 'GIF89a']) {
      expect(readPicture(Buffer.concat([bytes, Buffer.from(more)]))).toEqual({ fault: 'BROKEN_PICTURE' })
    }
  })

  test('with changed bytes is rejected or still a picture, and never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const changed = Buffer.from(bytes)
          for (const [at, value] of changes) changed[at] = value
          const read = readPicture(changed)
          if ('fault' in read) return
          expect([read.kind, read.width > 0 && read.width <= 8192, read.height > 0 && read.height <= 8192]).toEqual([
            found.kind,
            true,
            true,
          ])
        },
      ),
    )
  })
})

describe('invalid picture', () => {
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG behind an XML head', '<?xml version="1.0"?><svg/>'],
    ['a page', '<!doctype html><script>1</script>'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['BMP', 'BM6'],
    ['a script', '#!/bin/sh\n'],
    ['PDF', '%PDF-1.7\n'],
    ['RIFF of another kind', 'RIFF\u0004\u0000\u0000\u0000WAVE'],
    ['half a signature', '\u0089PNG'],
    ['nothing', ''],
    ['AVIF', '\u0000\u0000\u0000\u001cftypavif'],
  ])('%s is rejected', (_name, text) => {
    expect(readPicture(Buffer.from(text, 'latin1'))).toEqual({ fault: 'NOT_A_PICTURE' })
  })

  test('random bytes are rejected, whatever they begin with', () => {
    const starts = fc.constantFrom(
      '',
      '89504e470d0a1a0a',
      'ffd8ff',
      'ffd8ffe0',
      '52494646000000005745425056503820',
      '524946461000000057454250',
    )
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        expect(readPicture(Buffer.concat([Buffer.from(start, 'hex'), rest]))).toEqual({ fault: expect.any(String) })
      }),
    )
  })
})

describe('damaged picture', () => {
  const changed = (bytes: Buffer, at: number, value: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy
  }
  test.each([
    ['a PNG with a wrong checksum', changed(png(3, 2), 18, 9)],
    ['a PNG without pixels', Buffer.concat([png(3, 2).subarray(0, 33), png(3, 2).subarray(-12)])],
    ['a PNG without a header', Buffer.concat([png(3, 2).subarray(0, 8), png(3, 2).subarray(33)])],
    ['a PNG of zero width', png(0, 2)],
    ['two JPEGs in one', Buffer.concat([JPEG, JPEG])],
    [
      'a JPEG without a scan',
      Buffer.concat([JPEG.subarray(0, JPEG.indexOf(Buffer.from('ffda', 'hex'))), Buffer.from('ffd9', 'hex')]),
    ],
    ['a WebP with a wrong length', changed(LOSSY, 4, LOSSY[4] + 2)],
    ['a WebP with inter frames only', changed(LOSSY, 20, LOSSY[20] | 1)],
    ['a WebP with an unknown chunk', changed(LOSSY, 12, 0x41)],
  ])('%s is rejected', (_name, bytes) => {
    expect(readPicture(bytes)).toEqual({ fault: 'BROKEN_PICTURE' })
  })

  test('a picture has at most 2 MiB and 8192 pixels per side', () => {
    expect(readPicture(png(8192, 8192, { size: PICTURE_MAX_BYTES }))).toMatchObject({ width: 8192, height: 8192 })
    expect(readPicture(png(3, 2, { size: PICTURE_MAX_BYTES + 1 }))).toEqual({ fault: 'PICTURE_TOO_LARGE' })
    expect(readPicture(png(8193, 1))).toEqual({ fault: 'PICTURE_TOO_WIDE' })
    expect(readPicture(png(1, 2 ** 31))).toEqual({ fault: 'PICTURE_TOO_WIDE' })
  })
})
