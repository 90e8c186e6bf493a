import { useTranslation } from 'react-i18next'
import { MEDIA_LINK, SITE_LINKS } from '../shared/site-links.ts'
import { Button } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Icon } from '../shared/ui/icons.tsx'
import { Menu, type MenuItem } from '../shared/ui/menu.tsx'

/** The help and the pages around the chart, for everybody. */
export function useHelpItems(): (close: () => void) => MenuItem[] {
  const { t } = useTranslation()
  return (close) => [
    { key: '/help', label: t('shell.menu.help'), to: '/help', onSelect: close },
    ...[...SITE_LINKS, MEDIA_LINK].map(({ to, title }) => ({ key: to, label: t(`shell.title.${title}`), to, onSelect: close })),
  ]
}

export function HelpMenu() {
  const { t } = useTranslation()
  const items = useHelpItems()
  const label = t('shell.menu.help')
  return (
    <Dropdown label={label} kind="menu" trigger={(props) => <Button {...props}>{label}<Icon name="chevron" size={12} /></Button>}>
      {(close) => <Menu label={label} items={items(close)} />}
    </Dropdown>
  )
}
