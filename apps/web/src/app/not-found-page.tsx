import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PageNotice, StartLink } from './page-notice.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <PageNotice heading={t('shell.notFound.heading')} text={t('shell.notFound.text', { path: pathname })}>
      <StartLink />
    </PageNotice>
  )
}
