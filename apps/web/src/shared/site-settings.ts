import { useQuery } from '@tanstack/react-query'
import type { Messages } from '@flowprint/i18n'
import { call } from './http/call.ts'

/** Product name at the build (tools/build-web.mjs), for the first paint. */
const WORKING_NAME = import.meta.env.VITE_PRODUCT_NAME || 'Flowprint'

/** The site's configuration: fetched once per visit. On failure pages use defaults. */
export function useSiteSettings() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) =>
      call('POST /settings', {
        body: { status: 1, page_size: 10, page_cur: 1 },
        signal,
        toast: false,
      }),
    staleTime: Infinity,
  })
}

/** The product name set by the operator. */
export function useProductName(): string {
  return useSiteSettings().data?.config?.product_name || WORKING_NAME
}

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
