import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { useLayoutItems } from './layout-items.ts'

/** Which panes and parts of the page are unfolded. */
export function LayoutMenu() {
  const { t } = useTranslation()
  const items = useLayoutItems()
  return (
    <Dropdown label={t('order.layout')} kind="menu" align="end"
      trigger={(props) => <IconButton icon="layout" label={t('order.layout')} {...props} />}>
      {() => <Menu label={t('order.layout')} heading={t('order.layoutMenu.panes')} items={items} />}
    </Dropdown>
  )
}
