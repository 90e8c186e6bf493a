import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { needWords } from '../shared/i18n/setup.ts'
import { lazyPart } from '../shared/ui/lazy-part.ts'
import { isDialogOpen } from '../shared/ui/overlays.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { routeAt } from './routes.ts'
import { usePageTitle } from './use-page-title.ts'

// Not needed for the first view of the chart.
const Footer = lazy(async () => {
  const [{ Footer: footer }] = await Promise.all([import('./footer.tsx'), needWords('site')])
  return { default: footer }
})
const PageServices = lazyPart(async () => ({ default: (await import('./page-services.tsx')).PageServices }))
const LogoutConfirm = lazy(async () => ({ default: (await import('./logout-confirm.tsx')).LogoutConfirm }))

/** Header above, page below; the page decides whether it scrolls. When a page fails, the header stays. */
export function Layout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [leaving, setLeaving] = useState(false)
  const main = useRef<HTMLElement>(null)
  usePageTitle()
  useFocusAfterNavigation(main, pathname)
  const footer = routeAt(pathname)?.footer
  // The key remounts the page: it starts at its top, without the last page's error.
  const page = (
    <main ref={main} key={pathname} id="main" tabIndex={-1} className={footer ? styles.above : styles.main}>
      <ErrorBoundary>
        <Outlet />
      </ErrorBoundary>
    </main>
  )
  return (
    <div className="flex flex-col h-dvh min-w-[320px]">
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <Header onLogout={() => setLeaving(true)} />
      {footer ? (
        <div key={pathname} className="flex flex-1 flex-col min-h-0 overflow-auto">
          {page}
          <Suspense>
            <Footer />
          </Suspense>
        </div>
      ) : (
        page
      )}
      <Suspense>
        <PageServices />
      </Suspense>
      {leaving && (
        <Suspense>
          <LogoutConfirm onCancel={() => setLeaving(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Focus moves to the new page, unless it set focus itself. */
function useFocusAfterNavigation(main: { readonly current: HTMLElement | null }, pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    window.scrollTo(0, 0)
    const { current: page } = main
    if (page && !page.contains(document.activeElement) && !isDialogOpen()) page.focus({ preventScroll: true })
  }, [main, pathname])
}
