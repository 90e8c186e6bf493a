/** The page of this site a link in a mail opens, whatever host the mail names: in development they may differ. */
export function pageOfLink(link: string): string {
  const { pathname, search } = new URL(link, 'http://localhost')
  return pathname + search
}
