import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import styles from './header.module.css'
import { LanguageMenu } from './language-menu.tsx'
import { Logo } from './logo.tsx'
import { useProductName } from './product-name.ts'
import { START } from './routes.ts'
import { ThemeMenu } from './theme-menu.tsx'

export function Header() {
  const { t } = useTranslation()
  return (
    <header className={styles.header} data-header="">
      <Link to={START} className={styles.brand}>
        <Logo />
        <span>{useProductName()}</span>
      </Link>
      <nav className={styles.links} aria-label={t('shell.navigation')}>
        <NavLink to="/order" className={styles.link}>{t('shell.title.order')}</NavLink>
      </nav>
      <div className={styles.tools}>
        <LanguageMenu />
        <ThemeMenu />
      </div>
    </header>
  )
}
