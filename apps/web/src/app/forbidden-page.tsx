import { useTranslation } from 'react-i18next'
import { PageNotice, StartLink } from './page-notice.tsx'

/** Target of a 403 answer. */
export function Page() {
  const { t } = useTranslation()
  return (
    <PageNotice heading={t('shell.forbidden.heading')} text={t('shell.forbidden.text')}>
      <StartLink />
    </PageNotice>
  )
}
