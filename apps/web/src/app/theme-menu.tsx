import { useTranslation } from 'react-i18next'
import { setTheme } from '../shared/session/preferences.ts'
import { THEMES, useAppearance } from '../shared/theme/appearance.ts'
import { IconButton } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Menu, type MenuItem } from '../shared/ui/menu.tsx'

export function ThemeMenu() {
  const { t } = useTranslation()
  const { chosen, theme } = useAppearance()

  const items = (close: () => void): MenuItem[] =>
    [null, ...THEMES].map((choice) => ({
      key: choice ?? 'system',
      label: t(`shell.themeName.${choice ?? 'system'}`),
      checked: choice === chosen,
      onSelect: () => {
        close()
        void setTheme(choice)
      },
    }))

  return (
    <Dropdown
      label={t('shell.theme')}
      kind="menu"
      align="end"
      trigger={(props) => <IconButton icon={theme === 'dark' ? 'moon' : 'sun'} label={t('shell.theme')} {...props} />}
    >
      {(close) => <Menu label={t('shell.theme')} items={items(close)} />}
    </Dropdown>
  )
}
