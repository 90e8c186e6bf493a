import { useTranslation } from 'react-i18next'
import { MEDIA_LINK, SITE_LINKS } from '../shared/site-settings.ts'
import { IconButton } from '../shared/ui/button.tsx'
import { Dropdown } from '../shared/ui/dropdown.tsx'
import { Menu } from '../shared/ui/menu.tsx'
import { openPalette } from './palette/open-palette.ts'

/** Links to the help and the pages around the chart. */
export function HelpMenu() {
  const { t } = useTranslation()
  const label = t('shell.menu.help')
  return (
    <Dropdown
      label={label}
      kind="menu"
      align="end"
      trigger={(props) => <IconButton icon="help" label={label} {...props} />}
    >
      {(close) => (
        <Menu
          label={label}
          items={[
            { key: '/help', label, to: '/help', onSelect: close },
            {
              key: 'palette',
              label: t('shell.menu.palette'),
              note: 'Ctrl K',
              onSelect: () => {
                close()
                openPalette()
              },
            },
            ...[...SITE_LINKS, MEDIA_LINK].map(({ to, title }) => ({
              key: to,
              label: t(`shell.title.${title}`),
              to,
              onSelect: close,
            })),
          ]}
        />
      )}
    </Dropdown>
  )
}
