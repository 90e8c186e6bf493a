import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '../shared/session/token.ts'
import { START } from '../shared/navigation.ts'

interface PageNoticeProps {
  readonly heading: string
  readonly text: string
  /** `alert` for a page that failed. */
  readonly role?: 'alert'
  readonly children: ReactNode
}

/** A page that only says why there is nothing else, with what to do about it. */
export function PageNotice({ heading, text, role, children }: PageNoticeProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-3 min-h-full px-4 py-8 text-center" role={role}>
      <h1 className="text-2xl font-semibold">{heading}</h1>
      <p className="max-w-[420px] text-muted wrap-anywhere">{text}</p>
      {children}
    </div>
  )
}

/** To the page where this visitor starts. */
export function StartLink() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <Link className="inline-flex items-center h-9 px-4 rounded-sm bg-brand text-on-brand" to={signedIn ? START : '/'}>
      {signedIn ? t('shell.notFound.back') : t('shell.menu.home')}
    </Link>
  )
}
