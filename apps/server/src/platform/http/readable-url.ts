/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * The request target as a path. An absolute target is reduced to its path. A path with malformed percent-encoding is
 * escaped: the router would otherwise answer it before any hook adds headers; escaped, it is simply not found.
 */
export function readableUrl(target: string): string {
  const url = target.startsWith('/') ? target : slashed(target.replace(ORIGIN, ''))
  const [path] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const slashed = (url: string): string => (url.startsWith('/') || url === '*' ? url : `/${url}`)
