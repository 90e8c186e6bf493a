/** Where a text may lead and what it may show. Everything that is not named here is refused, whoever wrote it. */

/** Before the ids that come from a text, so that none of them is one of the page's own. */
export const ID_PREFIX = 's-'

const ANY_SITE = 'https://site.invalid'

export type LinkTarget = 'page' | 'section' | 'file' | 'outside'

/** A path of this site as browsers read it: backslashes and tabs would hide a second slash, which names another host. */
function isOwnPath(address: string): boolean {
  return address.startsWith('/') && URL.parse(address, ANY_SITE)?.origin === ANY_SITE
}

/** What kind of place an address is, or null where no link may lead there. */
export function linkTarget(address: string): LinkTarget | null {
  if (address.startsWith('#')) return 'section'
  if (isOwnPath(address)) return /^\/(?:api|assets)\//.test(address) ? 'file' : 'page'
  if (!/^(?:https?:\/\/|mailto:)[^\s]/i.test(address)) return null
  const url = URL.parse(address)
  // User information looks like the name of a host: https://good.example@evil.example.
  return url !== null && url.username === '' && url.password === '' ? 'outside' : null
}

/** The address of a link as it stands on the page; null: there is none. */
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

/** Where a text says nothing of a picture's size it gets this much room. */
const USUAL = { width: 1600, height: 900 }

/**
 * Only pictures of this site. Their size stands behind the address (`/api/pictures/….png#1200x675`), so that the room
 * is kept before they are there.
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
