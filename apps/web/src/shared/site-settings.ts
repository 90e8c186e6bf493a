import type { Settings } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from './http/call.ts'

/** The name at the build (tools/build-web.mjs): that of the first paint. */
const WORKING_NAME = import.meta.env.VITE_PRODUCT_NAME || 'Flowprint'

/** The site's configuration: fetched once and kept for the visit. Without an answer pages go by their defaults. */
export function useSiteSettings() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) =>
      call('/settings', {
        method: 'POST',
        body: { status: 1, page_size: 10, page_cur: 1 },
        signal,
        say: false,
      }) as Promise<Settings>,
    staleTime: Infinity,
  })
}

/** The name the operator gave the product. */
export function useProductName(): string {
  return useSiteSettings().data?.config?.product_name || WORKING_NAME
}
