import type { PictureKind } from './picture/read-picture.ts'

const NAME = /^([0-9a-f]{64})\.(png|jpg|webp)$/
const FOLDER = '/api/pictures/'

export interface PictureName {
  readonly sha256: Buffer
  readonly kind: PictureKind
}

/** Parses the name of an uploaded picture; null for any other name. */
export function readPictureName(name: string): PictureName | null {
  const [, sha256, kind] = NAME.exec(name) ?? []
  return sha256 === undefined ? null : { sha256: Buffer.from(sha256, 'hex'), kind: kind as PictureKind }
}

/** Parses a picture path, with or without its size suffix; null for any other path. */
export const readPicturePath = (path: string): PictureName | null =>
  path.startsWith(FOLDER) ? readPictureName(path.slice(FOLDER.length).replace(/#.*$/, '')) : null

export const picturePath = ({ sha256, kind }: PictureName): string => `${FOLDER}${sha256.toString('hex')}.${kind}`
