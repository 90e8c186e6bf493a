import { PICTURE_MAX_BYTES } from '@flowprint/contract'

/** Validates image files before upload; the server validates again. Pure. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

export type PictureFault = 'type' | 'size' | 'empty'

export function pictureFault({ type, size }: { readonly type: string; readonly size: number }): PictureFault | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'type'
  if (size === 0) return 'empty'
  return size > PICTURE_MAX_BYTES ? 'size' : null
}

const MEBIBYTE = 1024 * 1024

/** "52 kB", "2 MiB"; rounded up, so that a size above a limit never appears to be within it. */
export function sizeText(bytes: number): string {
  return bytes < MEBIBYTE ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil((bytes / MEBIBYTE) * 100) / 100} MiB`
}

/** Meaningless file names: cameras, clipboards, numbers, hashes. */
const SAYS_NOTHING = /^(?:(?:image|img|dsc|photo|picture|unnamed|pasted)?[^\p{L}]*|screen ?shot\b.*|[0-9a-f ]{12,})$/iu

/** Alt text from a file name; '' when the name is meaningless. */
export function wordsOfName(name: string): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return SAYS_NOTHING.test(stem) ? '' : stem
}
