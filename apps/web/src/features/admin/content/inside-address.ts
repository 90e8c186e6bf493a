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

/** Target of a link click within this page; null when it opens elsewhere or stays on the page. */
export function insideAddress(link: Anchor, click: Click, from: string = location.href): string | null {
  if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return null
  if (!link.hasAttribute('href') || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self'))
    return null
  const to = URL.parse(link.href)
  const here = new URL(from)
  // For other sites the browser shows its own prompt.
  if (to === null || to.origin !== here.origin) return null
  const isHere = to.pathname === here.pathname && to.search === here.search
  return isHere ? null : to.pathname + to.search + to.hash
}
