import { useTranslation } from 'react-i18next'
import { useUser } from '../shared/session/user.ts'
import { Button } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Icon } from '../shared/ui/icons.tsx'
import { Menu } from '../shared/ui/menu.tsx'
import { SETTINGS } from './menus.ts'
import { useEntries } from './reader.ts'

/** Of somebody who is logged in: the settings, which open under the mouse, and Logout beside them. */
export function SettingsMenu({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation()
  const entries = useEntries(SETTINGS)
  const user = useUser((state) => state.user)
  const label = t('shell.menu.settings')
  return (
    <>
      <Dropdown label={label} kind="menu" align="end" hover
        trigger={(props) => <Button {...props}><Icon name="person" />{label}<Icon name="chevron" size={12} /></Button>}>
        {(close) => (
          <Menu label={label} heading={user?.email} items={entries.map(({ to, label: name, icon }) => ({
            key: to, label: t(`shell.menu.${name}`), icon, to, onSelect: close,
          }))} />
        )}
      </Dropdown>
      <Button onClick={onLogout}>{t('shell.menu.logout')}</Button>
    </>
  )
}
