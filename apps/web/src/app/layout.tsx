import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { usePageTitle } from './use-page-title.ts'

/** Header above, page below; the page decides whether it scrolls. A page that breaks leaves the header standing. */
export function Layout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  usePageTitle()
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">{t('shell.skip')}</a>
      <Header />
      {/* Another page is another element: it starts at its top, and what broke in the last one is gone. */}
      <main key={pathname} id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
      </main>
    </div>
  )
}
