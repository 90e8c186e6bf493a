import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '../shared/session/use-signed-in.ts'
import { START } from './start.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const { pathname } = useLocation()
  return (
    <div className="flex flex-col items-center justify-center gap-3 min-h-full px-4 py-8 text-center">
      <h1 className="text-2xl font-semibold">{t('shell.notFound.heading')}</h1>
      <p className="max-w-[420px] text-muted wrap-anywhere">{t('shell.notFound.text', { path: pathname })}</p>
      <Link
        className="inline-flex items-center h-9 px-4 py-0 rounded-sm bg-brand text-on-brand"
        to={signedIn ? START : '/'}
      >
        {signedIn ? t('shell.notFound.back') : t('shell.menu.home')}
      </Link>
    </div>
  )
}
