import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx'
import { useLayoutItems } from './layout-items.ts'
import { downloadItems } from './download-menu.tsx'
import { useLayout } from '../../model/layout-store.ts'
import { askForProfiles } from '../../model/profile-entry.ts'
import { savedItem } from './layout-menu.tsx'
import { pictureItems } from './picture-menu.tsx'
import type { PageActions } from '../../model/page-actions.ts'

/** The toolbar's tools on a phone. */
export function MoreMenu({ actions }: { actions: PageActions }) {
  const { t } = useTranslation()
  const layout = useLayoutItems()
  const { palette, choosePalette } = useAppearance()

  const commands = (close: () => void): MenuItem[] => {
    const command = (key: string, icon: MenuItem['icon'], label: string, act: () => void): MenuItem => ({
      key,
      icon,
      label,
      onSelect: () => {
        close()
        act()
      },
    })
    const openProfiles = () => {
      askForProfiles()
      useLayout.getState().fold('panel', true)
    }
    return [
      command('profiles', 'profile', t('order.profiles'), openProfiles),
      command('link', 'link', t('order.copyLink'), actions.copyLink),
      ...pictureItems(t, actions, close),
      savedItem(t, actions.showLayouts, close),
      command(
        'full',
        'expand',
        t(actions.isFullScreen ? 'order.leaveFullScreen' : 'order.fullScreen'),
        actions.toggleFullScreen,
      ),
    ]
  }
  const palettes = PALETTES.map((choice): MenuItem => ({
    key: choice,
    label: t(`order.palette.${choice}`),
    checked: choice === palette,
    onSelect: () => choosePalette(choice),
  }))

  return (
    <Dropdown
      label={t('order.more')}
      align="end"
      trigger={(props) => <IconButton icon="more" label={t('order.more')} {...props} />}
    >
      {(close) => (
        <>
          <Menu label={t('order.more')} items={commands(close)} />
          <Menu label={t('order.download')} heading={t('order.download')} items={downloadItems(t, actions, close)} />
          <Menu label={t('order.layout')} heading={t('order.layout')} items={layout} />
          <Menu label={t('order.palette.label')} heading={t('order.palette.label')} items={palettes} />
        </>
      )}
    </Dropdown>
  )
}
