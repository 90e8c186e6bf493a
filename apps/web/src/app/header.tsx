import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { useProductName } from '../shared/site-settings.ts'
import { useSignedIn } from '../shared/session/token.ts'
import styles from './header.module.css'
import { HelpMenu } from './help-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { Logo } from './logo.tsx'
import { DOORS, PLACES, useEntries } from './menus.ts'
import { PhoneMenu } from './phone-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'

// Not needed for a visitor's first view of the chart.
const AccountTools = lazy(async () => ({ default: (await import('./account-tools.tsx')).AccountTools }))

/** Fixed header for visitors and logged-in users. On a phone its links are in a menu. */
export function Header({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const places = useEntries(PLACES)
  const doors = useEntries(DOORS)
  const product = useProductName()

  return (
    <header className={styles.header} data-header="">
      <Link to="/" className={signedIn ? `${styles.brand} ${styles.brief}` : styles.brand} aria-label={product}>
        <Logo />
        <span className={styles.name}>{product}</span>
      </Link>
      <nav className={styles.links} aria-label={t('shell.navigation')}>
        {places.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={styles.link}>
            {t(`shell.menu.${label}`)}
          </NavLink>
        ))}
      </nav>
      <div className="contents">
        {signedIn ? (
          <Suspense>
            <AccountTools onLogout={onLogout} />
          </Suspense>
        ) : (
          <div className={styles.wide} data-doors="">
            {doors.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                className={label === 'create' ? `${styles.door} ${styles.primary}` : styles.door}
              >
                {t(`shell.menu.${label}`)}
              </NavLink>
            ))}
          </div>
        )}
        <HelpMenu />
        <LanguageMenu />
        <ThemeMenu />
        <div className={styles.narrow}>
          <PhoneMenu onLogout={onLogout} />
        </div>
      </div>
    </header>
  )
}
