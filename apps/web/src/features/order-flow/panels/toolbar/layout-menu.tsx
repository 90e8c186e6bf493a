import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx'
import { useLayoutItems } from './layout-items.ts'

/** Opens the saved layouts. */
export function savedItem(t: TFunction, onSaved: () => void, close: () => void): MenuItem {
  return {
    key: 'saved',
    icon: 'layout',
    label: t('order.layoutMenu.saved'),
    onSelect: () => {
      close()
      onSaved()
    },
  }
}

/** Toggles panes and parts of the page. */
export function LayoutMenu({ onSaved, close }: { onSaved: () => void; close: () => void }) {
  const { t } = useTranslation()
  const items = useLayoutItems()
  return (
    <>
      <Menu label={t('order.layout')} heading={t('order.layoutMenu.panes')} items={items} />
      <Menu label={t('order.layoutMenu.saved')} items={[savedItem(t, onSaved, close)]} />
    </>
  )
}
