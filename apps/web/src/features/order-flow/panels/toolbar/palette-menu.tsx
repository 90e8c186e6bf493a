import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { Menu } from '../../../../shared/ui/menu.tsx'

/** Colours for up and down. */
export function PaletteMenu({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { palette, choosePalette } = useAppearance()
  return (
    <Menu
      label={t('order.palette.label')}
      items={PALETTES.map((choice) => ({
        key: choice,
        label: t(`order.palette.${choice}`),
        checked: choice === palette,
        onSelect: () => {
          choosePalette(choice)
          close()
        },
      }))}
    />
  )
}
