import { LANGUAGES } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../shared/i18n/language.ts'
import { setLanguage } from '../shared/session/preferences.ts'
import { IconButton } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Menu } from '../shared/ui/menu.tsx'

export function LanguageMenu() {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <Dropdown
      label={t('shell.language')}
      kind="menu"
      align="end"
      trigger={(props) => <IconButton icon="globe" label={t('shell.language')} {...props} />}
    >
      {(close) => (
        <Menu
          label={t('shell.language')}
          items={LANGUAGES.map((language) => ({
            key: language,
            label: t(`shell.languageName.${language}`),
            checked: language === current,
            onSelect: () => {
              close()
              void setLanguage(language)
            },
          }))}
        />
      )}
    </Dropdown>
  )
}
