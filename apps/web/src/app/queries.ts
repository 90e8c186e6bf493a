import { QueryClient } from '@tanstack/react-query'
import { CallFailure, retryAfter } from '../shared/http/envelope.ts'
import { endsHere } from '../shared/http/failures.ts'
import { tokenStore } from '../shared/session/token.ts'

/** Independent of the user. */
const SITE = 'settings'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // One silent retry covers a dropped connection, and more a busy server; other refused calls are not retried.
      retry: (failures, error) =>
        error instanceof CallFailure ? failures < (error.code === '503' ? 3 : 1) && !endsHere(error) : failures < 1,
      retryDelay: (_failures, error) => (retryAfter(error) ?? 1) * 1000,
      refetchOnWindowFocus: false,
      staleTime: 60_000,
    },
  },
})

/** Queries that depend on the user: removed on logout, refetched after login. */
export function forgetWithSession(): void {
  const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== SITE
  tokenStore.subscribe(({ token }, before) => {
    if (token === null) queries.removeQueries({ predicate, type: 'inactive' })
    else if (before.token === null) void queries.invalidateQueries({ predicate })
  })
}
