import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../shared/session/user.ts'
import { IconButton } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { lazyPart } from '../shared/ui/lazy-part.ts'
import { Menu, type MenuItem } from '../shared/ui/menu.tsx'
import { useSignedIn } from '../shared/session/token.ts'
import { DOORS, PLACES, SETTINGS, useEntries } from './menus.ts'

// Visitors have nothing to review.
const PendingBadge = lazyPart(async () => ({
  default: (await import('../shared/session/pending-badge.tsx')).PendingBadge,
}))

/** All links of the header, where they do not fit in a row. */
export function PhoneMenu({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const user = useUser((state) => state.user)
  const entries = useEntries([...PLACES, ...(signedIn ? SETTINGS : DOORS)])
  const label = t('shell.menu.label')
  const badge = signedIn ? (
    <Suspense>
      <PendingBadge />
    </Suspense>
  ) : undefined

  const items = (close: () => void): MenuItem[] => {
    const pages: MenuItem[] = entries.map(({ to, label: name }) => ({
      key: to,
      label: t(`shell.menu.${name}`),
      to,
      onSelect: close,
      badge: name === 'manager' ? badge : undefined,
    }))
    const leave = () => {
      close()
      onLogout()
    }
    return signedIn ? [...pages, { key: 'logout', label: t('shell.menu.logout'), onSelect: leave }] : pages
  }
  return (
    <Dropdown
      label={label}
      kind="menu"
      align="end"
      trigger={(props) => (
        <>
          {badge}
          <IconButton icon="menu" label={label} {...props} />
        </>
      )}
    >
      {(close) => <Menu label={label} heading={user?.email} items={items(close)} />}
    </Dropdown>
  )
}
