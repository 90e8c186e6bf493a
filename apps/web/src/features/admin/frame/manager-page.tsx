import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { PendingBadge } from '../../../shared/session/pending-badge.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { PageHead } from '../../../shared/ui/page/page.tsx'
import styles from './frame.module.css'
import { pathOf, placeAt, PLACES } from './places.ts'

interface ManagerPageProps {
  readonly title: string
  readonly lead?: string
  /** At the right of the title. */
  readonly tools?: ReactNode
  /** Fills the window's height: the list scrolls below a fixed head. */
  readonly fills?: boolean
  readonly children: ReactNode
}

/** Frame of back-office pages: navigation at the side, on a phone a menu on top. */
export function ManagerPage({ title, lead, tools, fills, children }: ManagerPageProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const here = placeAt(pathname)
  return (
    <div className={fills ? `${styles.frame} ${styles.fills}` : styles.frame}>
      <nav className={styles.side} data-screen="" aria-label={t('admin.frame.label')}>
        {PLACES.map((place) => (
          <Link
            key={place}
            to={pathOf(place)}
            className={styles.place}
            aria-current={place === here ? 'page' : undefined}
          >
            {t(`admin.frame.place.${place}`)}
            {place === 'order' && <PendingBadge />}
          </Link>
        ))}
      </nav>
      <section className={styles.page}>
        <div className="hidden max-tablet:block" data-screen="">
          <PlacesMenu />
        </div>
        <PageHead title={title} lead={lead} tools={tools} dense />
        {children}
      </section>
    </div>
  )
}

function PlacesMenu() {
  const { t } = useTranslation()
  const here = placeAt(useLocation().pathname)
  const label = t('admin.frame.label')
  return (
    <Dropdown
      label={label}
      kind="menu"
      trigger={(props) => (
        <Button variant="outlined" {...props}>
          <Icon name="list" /> {label} · {here && t(`admin.frame.place.${here}`)} <Icon name="chevron" />
        </Button>
      )}
    >
      {(close) => (
        <Menu
          label={label}
          items={PLACES.map((place) => ({
            key: place,
            label: t(`admin.frame.place.${place}`),
            to: pathOf(place),
            onSelect: close,
          }))}
        />
      )}
    </Dropdown>
  )
}
