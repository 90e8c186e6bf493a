import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** Everything the back office has asked for; an act invalidates it as a whole, for one act shows in many lists. */
export const ADMIN_KEY = ['admin']

interface PageArguments {
  readonly page_cur: number
  readonly page_size: number
}

/** A page of a list. The rows before stay until the new ones are there. */
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
