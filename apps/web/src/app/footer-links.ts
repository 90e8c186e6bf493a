import { routeAt, type RouteTitle } from './routes.ts'

/** Under the pages that have a footer, in this order; the two media links follow from the site's settings. */
const PATHS = ['/others/service-term', '/map-load', '/others/donation', '/others/team', '/others/contact']

interface FooterLink {
  readonly to: string
  /** A page goes by its own title. */
  readonly title: RouteTitle
}

export const FOOTER_LINKS: readonly FooterLink[] = PATHS.flatMap((to) => {
  const route = routeAt(to)
  return route === undefined ? [] : [{ to, title: route.title }]
})
