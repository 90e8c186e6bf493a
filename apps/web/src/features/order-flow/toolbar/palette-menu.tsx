import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../shared/theme/appearance.ts'
import { IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'

/** Which colours mean up and down. */
export function PaletteMenu() {
  const { t } = useTranslation()
  const { palette, choosePalette } = useAppearance()
  return (
    <Dropdown label={t('order.palette.label')} kind="menu" align="end"
      trigger={(props) => <IconButton icon="palette" label={t('order.palette.label')} {...props} />}>
      {(close) => (
        <Menu label={t('order.palette.label')} items={PALETTES.map((choice) => ({
          key: choice,
          label: t(`order.palette.${choice}`),
          checked: choice === palette,
          onSelect: () => {
            choosePalette(choice)
            close()
          },
        }))} />
      )}
    </Dropdown>
  )
}
