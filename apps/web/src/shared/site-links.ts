import type { Messages } from '@flowprint/i18n'

interface SiteLink {
  readonly to: string
  /** Articles use their own title. */
  readonly title: keyof Messages['shell']['title']
}

/** Pages around the chart, in this order in the footer, on the home page and in the help menu. */
export const SITE_LINKS: readonly SiteLink[] = [
  { to: '/others/service-term', title: 'serviceTerm' },
  { to: '/map-load', title: 'mapLoad' },
  { to: '/others/donation', title: 'donation' },
  { to: '/others/team', title: 'team' },
  { to: '/others/contact', title: 'contact' },
]

/** The footer shows two articles; the other places link to the list. */
export const MEDIA_LINK: SiteLink = { to: '/medias', title: 'media' }
