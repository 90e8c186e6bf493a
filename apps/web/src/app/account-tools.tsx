import { useTranslation } from 'react-i18next'
import { PendingBadge } from '../shared/session/pending-badge.tsx'
import { useFollowPendingReviews } from '../shared/session/pending-reviews.ts'
import { useUser } from '../shared/session/user.ts'
import { Button } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Icon } from '../shared/ui/icons.tsx'
import { Menu } from '../shared/ui/menu.tsx'
import styles from './header.module.css'
import { MembershipIndicator } from './membership-indicator.tsx'
import { SETTINGS, useEntries } from './menus.ts'

/** The header of a logged-in user: membership, settings (open on hover), and Logout. */
export function AccountTools({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation()
  useFollowPendingReviews()
  return (
    <>
      <MembershipIndicator />
      <div className={styles.wide}>
        <SettingsMenu />
        <Button onClick={onLogout}>{t('shell.menu.logout')}</Button>
      </div>
    </>
  )
}

function SettingsMenu() {
  const { t } = useTranslation()
  const entries = useEntries(SETTINGS)
  const user = useUser((state) => state.user)
  const label = t('shell.menu.settings')
  return (
    <Dropdown
      label={label}
      kind="menu"
      align="end"
      openOnHover
      trigger={(props) => (
        <Button {...props}>
          {label}
          <PendingBadge />
          <Icon name="chevron" size={12} />
        </Button>
      )}
    >
      {(close) => (
        <Menu
          label={label}
          heading={user?.email}
          items={entries.map(({ to, label: name }) => ({
            key: to,
            label: t(`shell.menu.${name}`),
            to,
            onSelect: close,
            badge: name === 'manager' ? <PendingBadge /> : undefined,
          }))}
        />
      )}
    </Dropdown>
  )
}
