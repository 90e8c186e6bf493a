/** Allowlist of link and image URLs in texts. Everything else is rejected, regardless of the author. */

/** Prefix of ids from a text, so that they cannot collide with the page's own. */
export const ID_PREFIX = 's-'

const ANY_SITE = 'https://site.invalid'

export type LinkTarget = 'page' | 'section' | 'file' | 'outside'

/**
 * Parses a path of this site as browsers do: backslashes and tabs could hide a second slash, which would name another
 * host.
 */
function isOwnPath(address: string): boolean {
  return address.startsWith('/') && URL.parse(address, ANY_SITE)?.origin === ANY_SITE
}

/** The kind of a URL, or null when links to it are not allowed. */
export function linkTarget(address: string): LinkTarget | null {
  if (address.startsWith('#')) return 'section'
  if (isOwnPath(address)) return /^\/(?:api|assets)\//.test(address) ? 'file' : 'page'
  if (!/^(?:https?:\/\/|mailto:)[^\s]/i.test(address)) return null
  const url = URL.parse(address)
  // User information can imitate a host: https://good.example@evil.example.
  return url !== null && url.username === '' && url.password === '' ? 'outside' : null
}

/** The URL of a link as rendered; null: not allowed. */
export function safeLink(address: string): string | null {
  if (linkTarget(address) === null) return null
  const section = address.startsWith('#') ? decodeSafely(address.slice(1)) : null
  return section === null || section.startsWith(ID_PREFIX) ? address : `#${ID_PREFIX}${section}`
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const UPLOADED = /^\/api\/pictures\/[0-9a-f]{64}\.(?:png|jpg|jpeg|webp)$/
const SHIPPED = /^\/assets\/[\w.-]+\.(?:png|jpg|jpeg|webp|svg)$/
const SIZE = /^(\d{1,5})x(\d{1,5})$/

export interface Picture {
  readonly src: string
  readonly width: number
  readonly height: number
}

/** Default size of an image without one. */
const USUAL = { width: 1600, height: 900 }

/**
 * Only images of this site. The size follows the URL (`/api/pictures/….png#1200x675`), to reserve their space before
 * they load.
 */
export function pictureOf(address: string): Picture | null {
  const [src, fragment = ''] = address.split('#')
  if (!UPLOADED.test(src) && !SHIPPED.test(src)) return null
  const [, width, height] = SIZE.exec(fragment) ?? []
  return {
    src,
    ...(Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : USUAL),
  }
}
