import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { ToastHost } from '../shared/ui/toast-host.tsx'
import { TooltipHost } from '../shared/ui/tooltip-host.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { forgetWithSession, queries } from './queries.ts'
import { Router, type RouterFrame } from './router.tsx'

forgetWithSession()

export function App({ Frame }: { readonly Frame?: RouterFrame }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router Frame={Frame} />
          <ToastHost />
          <TooltipHost />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}
