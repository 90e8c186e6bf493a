import { useQuery } from '@tanstack/react-query'
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
        say: false,
      }),
    staleTime: Infinity,
  })
}

/** The product name set by the operator. */
export function useProductName(): string {
  return useSiteSettings().data?.config?.product_name || WORKING_NAME
}
