import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** Query key of the back office; an action invalidates all of it, since it may affect many lists. */
export const ADMIN_KEY = ['admin']

interface PageArguments {
  readonly page_cur: number
  readonly page_size: number
}

/** A page of a list. Previous rows stay while new ones load. */
export function useRows<Body extends PageArguments, Answer>(
  name: string,
  load: (body: Body, signal: AbortSignal) => Promise<Answer>,
  body: Body,
) {
  return useQuery({
    queryKey: [...ADMIN_KEY, name, body],
    queryFn: ({ signal }) => load(body, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
