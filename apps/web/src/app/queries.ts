import { QueryClient } from '@tanstack/react-query'
import { BUSY_ATTEMPTS, CallFailure, isBusy, retryDelayMs } from '../shared/http/envelope.ts'
import { endsHere } from '../shared/http/failures.ts'
import { tokenStore } from '../shared/session/token.ts'

const RETRY_MS = 1000

/** Independent of the user. */
const SITE = 'settings'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // One silent retry covers a dropped connection; refused calls are not retried, except by a busy server's leave.
      retry: (failures, error) =>
        failures < (isBusy(error) ? BUSY_ATTEMPTS - 1 : 1) && !(error instanceof CallFailure && endsHere(error)),
      retryDelay: (_failures, error) => retryDelayMs(error) || RETRY_MS,
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
