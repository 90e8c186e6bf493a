/** Allowlist of link and image URLs in texts. Everything else is rejected, regardless of the author. */

/** Prefix of ids from a text, so that they cannot collide with the page's own. */
export const ID_PREFIX = 's-'

const ANY_SITE = 'https://site.invalid'

type LinkTarget = 'page' | 'section' | 'file' | 'outside'

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

interface Picture {
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

export interface Heading {
  readonly id: string
  readonly text: string
  /** 2 for a chapter, 3 below it … */
  readonly depth: number
}

/** The part of the syntax tree that is used. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

function nameOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part'
  )
}

/**
 * Makes the page's heading the only h1, gives every heading of the text an id (its words, numbered when repeated) and
 * collects it in `found`.
 */
export function nameHeadings(found: Heading[]) {
  const taken = new Set<string>()
  const visit = (node: Node) => {
    const degree = /^h([1-6])$/.exec(node.tagName ?? '')
    if (degree && node.properties?.id === undefined) {
      const depth = Math.max(2, Number(degree[1]))
      const text = textOf(node).trim()
      const name = nameOf(text)
      let id = name
      for (let number = 2; taken.has(id); number++) id = `${name}-${number}`
      taken.add(id)
      node.tagName = `h${depth}`
      node.properties = { ...node.properties, id: ID_PREFIX + id }
      found.push({ id: ID_PREFIX + id, text, depth })
    }
    node.children?.forEach(visit)
  }
  return () => visit
}
