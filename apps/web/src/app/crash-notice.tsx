import { useTranslation } from 'react-i18next'
import { forgetChart } from '../shared/local-store.ts'
import { Button } from '../shared/ui/button.tsx'
import { PageNotice } from './page-notice.tsx'
import styles from './notice.module.css'

/** A missing chunk means the site was rebuilt since this page was opened. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|Loading chunk/i.test(error.message)
}

const CHART_PATH = '/order'

/** Without the URL parameters, which may contain the settings that broke the chart. */
function resetChart(): void {
  forgetChart()
  location.assign(CHART_PATH)
}

/** Replaces a page that failed to render. */
export function CrashNotice({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <PageNotice
      heading={t('shell.crash.heading')}
      text={t(isOutdated(error) ? 'shell.crash.outdated' : 'shell.crash.text')}
      role="alert"
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
        {location.pathname === CHART_PATH && (
          <Button variant="outlined" size="large" onClick={resetChart}>
            {t('shell.crash.reset')}
          </Button>
        )}
      </div>
      {location.pathname === CHART_PATH && (
        <p className="max-w-[420px] text-muted wrap-anywhere">{t('shell.crash.resetNote')}</p>
      )}
      <details className={styles.details}>
        <summary>{t('shell.crash.details')}</summary>
        <pre>{details}</pre>
      </details>
    </PageNotice>
  )
}
