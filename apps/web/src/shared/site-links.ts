import type { Messages } from '@flowprint/messages'

interface SiteLink {
  readonly to: string
  /** A page goes by its own title. */
  readonly title: keyof Messages['shell']['title']
}

/** The pages around the chart: in the footer, at the end of the home page and in the help menu, in this order. */
export const SITE_LINKS: readonly SiteLink[] = [
  { to: '/others/service-term', title: 'serviceTerm' },
  { to: '/map-load', title: 'mapLoad' },
  { to: '/others/donation', title: 'donation' },
  { to: '/others/team', title: 'team' },
  { to: '/others/contact', title: 'contact' },
]

/** Where the footer names two articles, the others link the list of them. */
export const MEDIA_LINK: SiteLink = { to: '/medias', title: 'media' }
