/** The pages around the chart, each a chunk of its own. Apart from the table of routes, so that the chart's first load carries none of their names. */
export const pages = {
  mapLoad: () => import('./map-load-page.tsx'),
  team: () => import('./team-page.tsx'),
  contact: () => import('./contact-page.tsx'),
  serviceTerm: () => import('./service-term-page.tsx'),
  donation: () => import('./donation-page.tsx'),
  medias: () => import('./medias-page.tsx'),
  media: () => import('./media-page.tsx'),
}

export type SitePageName = keyof typeof pages
