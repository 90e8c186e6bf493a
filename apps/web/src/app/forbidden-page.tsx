import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '../shared/session/use-signed-in.ts'
import { START } from './start.ts'

/** Target of a 403 answer. */
export function Page() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <div className="flex flex-col items-center justify-center gap-3 min-h-full px-4 py-8 text-center">
      <h1 className="text-2xl font-semibold">{t('shell.forbidden.heading')}</h1>
      <p className="max-w-[420px] text-muted wrap-anywhere">{t('shell.forbidden.text')}</p>
      <Link
        className="inline-flex items-center h-9 px-4 py-0 rounded-sm bg-brand text-on-brand"
        to={signedIn ? START : '/'}
      >
        {signedIn ? t('shell.notFound.back') : t('shell.menu.home')}
      </Link>
    </div>
  )
}
