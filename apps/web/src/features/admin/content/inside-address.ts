interface Click {
  readonly button: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

interface Anchor {
  readonly href: string
  readonly target: string
  readonly hasAttribute: (name: string) => boolean
}

/** Where a click on a link leads within this page, null where it opens beside it or does not leave. */
export function insideAddress(link: Anchor, click: Click, from: string = location.href): string | null {
  if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return null
  if (!link.hasAttribute('href') || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self'))
    return null
  const to = URL.parse(link.href)
  const here = new URL(from)
  // Another site is left to the browser, which asks in its own words.
  if (to === null || to.origin !== here.origin) return null
  const isHere = to.pathname === here.pathname && to.search === here.search
  return isHere ? null : to.pathname + to.search + to.hash
}
