import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@flowprint/contract'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import type { Size } from './size.ts'
import { readWebp } from './webp.ts'

export type PictureKind = 'png' | 'jpg' | 'webp'
export interface ReadPicture extends Size {
  readonly kind: PictureKind
}

/** NOT_A_PICTURE: none of the three kinds; BROKEN_PICTURE: incomplete, or contains other data. */
export type PictureFault = 'NOT_A_PICTURE' | 'BROKEN_PICTURE' | 'PICTURE_TOO_LARGE' | 'PICTURE_TOO_WIDE'

/** Signature of each kind. */
const KINDS: readonly {
  readonly kind: PictureKind
  readonly begins: (bytes: Buffer) => boolean
  readonly read: (bytes: Buffer) => Size | null
}[] = [
  {
    kind: 'png',
    begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
    read: readPng,
  },
  { kind: 'jpg', begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')), read: readJpeg },
  {
    kind: 'webp',
    begins: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    read: readWebp,
  },
]

/**
 * Detects the kind of a picture from its content, not its name. Walks its parts from the first byte to the last and
 * rejects truncated files, trailing data and files that are valid in a second format. Does not decode pixels.
 */
export function readPicture(bytes: Buffer): ReadPicture | { readonly fault: PictureFault } {
  if (bytes.length > PICTURE_MAX_BYTES) return { fault: 'PICTURE_TOO_LARGE' }
  const found = KINDS.find(({ begins }) => begins(bytes))
  if (found === undefined) return { fault: 'NOT_A_PICTURE' }
  const size = found.read(bytes)
  if (size === null || size.width < 1 || size.height < 1) return { fault: 'BROKEN_PICTURE' }
  if (size.width > PICTURE_MAX_SIDE || size.height > PICTURE_MAX_SIDE) return { fault: 'PICTURE_TOO_WIDE' }
  return { kind: found.kind, width: size.width, height: size.height }
}
