import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { ToastHost } from '../shared/ui/toast-host.tsx'
import { TooltipHost } from '../shared/ui/tooltip-host.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'

const queries = new QueryClient({
  // Calls say what went wrong where they are used; one silent retry covers a dropped connection.
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 60_000 } },
})

export function App() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router />
          <ToastHost />
          <TooltipHost />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}
