import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { tokenStore } from '../../../shared/session/token.ts'
import { loadUser, type User, useUser } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { Outcome } from './outcome.tsx'
import { SignInFirst } from './sign-in-first.tsx'

/** Renders content that needs the user once it is loaded. On public pages, visitors are asked to log in. */
export function OfUser({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useTranslation()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const { user, state } = useUser()
  if (!signedIn) return <SignInFirst />
  if (user) return children(user)
  if (state !== 'failed') return <Loading as="words" />
  return (
    <>
      <Outcome tone="bad" message={t('errors.connection')} />
      <Button variant="primary" size="large" onClick={() => void loadUser()}>
        {t('common.retry')}
      </Button>
    </>
  )
}
