import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { tokenStore } from '../shared/session/token.ts'
import { loadUser, useUser } from '../shared/session/user.ts'
import { Button } from '../shared/ui/button.tsx'
import { decidePassage } from './guard.ts'
import type { AppRoute } from './routes.ts'
import { Waiting } from './waiting.tsx'
import { PageNotice } from './page-notice.tsx'

export const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }))

/** A guarded page. Decided again whenever the session changes, so a late user repeats the navigation. */
export function GuardedPage({ route, Page }: { route: AppRoute; Page: ComponentType }) {
  const { pathname, search } = useLocation()
  const { token, left } = useStore(tokenStore)
  const user = useUser((state) => state.user)
  const failed = useUser(({ state }) => state === 'failed')
  const visitor = { signedIn: token !== null, left, user, failed }
  const waiting = <Waiting bare={route.path === '/order'} />
  const passage = decidePassage(route, pathname + search, visitor)

  switch (passage.go) {
    case 'redirect':
      return <Navigate to={passage.to} replace />
    case 'wait':
      return waiting
    case 'failed':
      return <Unreachable />
    case 'unknown':
      return (
        <Suspense fallback={waiting}>
          <NotFoundPage />
        </Suspense>
      )
    case 'show':
      return (
        <Suspense fallback={waiting}>
          <Page />
        </Suspense>
      )
  }
}

/** Loading the user failed: nothing can be shown, but nothing is lost. */
function Unreachable() {
  const { t } = useTranslation()
  return (
    <PageNotice heading={t('shell.unreachable.heading')} text={t('shell.unreachable.text')} role="alert">
      <Button variant="primary" size="large" onClick={() => void loadUser()}>
        {t('common.retry')}
      </Button>
    </PageNotice>
  )
}
