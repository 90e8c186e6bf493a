import type { PictureKind } from './picture/read-picture.ts'

const NAME = /^([0-9a-f]{64})\.(png|jpg|webp)$/
const FOLDER = '/api/pictures/'

export interface PictureName {
  readonly sha256: Buffer
  readonly kind: PictureKind
}

/** What the name of an uploaded picture says; null for any other. */
export function readPictureName(name: string): PictureName | null {
  const [, sha256, kind] = NAME.exec(name) ?? []
  return sha256 === undefined ? null : { sha256: Buffer.from(sha256, 'hex'), kind: kind as PictureKind }
}

/** The same of its path, with or without its size behind; null for a path of another place. */
export const readPicturePath = (path: string): PictureName | null =>
  path.startsWith(FOLDER) ? readPictureName(path.slice(FOLDER.length).replace(/#.*$/, '')) : null

export const picturePath = ({ sha256, kind }: PictureName): string => `${FOLDER}${sha256.toString('hex')}.${kind}`
