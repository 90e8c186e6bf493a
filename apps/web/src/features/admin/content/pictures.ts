import { PICTURE_MAX_BYTES } from '@flowprint/contract'

/** Which files may become pictures of a text, known before anything is sent; the server looks into them again. Pure. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

export type PictureFault = 'type' | 'size' | 'empty'

export function pictureFault({ type, size }: { readonly type: string; readonly size: number }): PictureFault | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'type'
  if (size === 0) return 'empty'
  return size > PICTURE_MAX_BYTES ? 'size' : null
}

const MEBIBYTE = 1024 * 1024

/** "52 kB", "2 MiB"; rounded up, so that what is above a bound never looks like it. */
export function sizeText(bytes: number): string {
  return bytes < MEBIBYTE ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil((bytes / MEBIBYTE) * 100) / 100} MiB`
}

/** Names that say nothing of what is to be seen: those of cameras and clipboards, numbers, sums. */
const SAYS_NOTHING = /^(?:(?:image|img|dsc|photo|picture|unnamed|pasted)?[^\p{L}]*|screen ?shot\b.*|[0-9a-f ]{12,})$/iu

/** Words that stand for a picture, from the name of its file; '' where the name says nothing. */
export function wordsOfName(name: string): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return SAYS_NOTHING.test(stem) ? '' : stem
}
