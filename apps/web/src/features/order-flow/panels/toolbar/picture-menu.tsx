import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx'
import type { PageActions } from '../../model/page-actions.ts'

/** Targets for an image of the chart. */
export function pictureItems(t: TFunction, actions: PageActions, close: () => void): MenuItem[] {
  return (['copy', 'save'] as const).map((way) => ({
    key: way,
    icon: 'camera' as const,
    label: t(`order.picture.${way}`),
    onSelect: () => {
      close()
      actions.takePicture(way)
    },
  }))
}

export function PictureMenu({ actions, close }: { actions: PageActions; close: () => void }) {
  const { t } = useTranslation()
  return <Menu label={t('order.screenshot')} items={pictureItems(t, actions, close)} />
}
