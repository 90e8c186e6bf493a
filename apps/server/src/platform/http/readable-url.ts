/**
 * A path with broken percent signs means nothing to the router, which would answer past every hook (and header). Taken as
 * they stand, its signs name a path like any other, which is not found.
 */
export function readableUrl(url: string): string {
  const [path] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
