/** Path of a mail's link on this site, whatever its host: hosts may differ in development. */
export function pageOfLink(link: string): string {
  const { pathname, search } = new URL(link, 'http://localhost')
  return pathname + search
}
