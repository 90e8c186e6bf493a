/**
 * Pages around the chart, each a separate chunk. Not in the route table, so that the chart's first load does not
 * contain their names.
 */
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
