import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx'
import type { PageActions } from '../../model/page-actions.ts'

/** Downloads of the visible bars. */
export function downloadItems(t: TFunction, actions: PageActions, close: () => void): MenuItem[] {
  return (['trades', 'bars'] as const).map((what) => ({
    key: what,
    icon: 'download' as const,
    label: t(`order.downloadMenu.${what}`),
    note: t('order.downloadMenu.note'),
    onSelect: () => {
      close()
      actions.download(what)
    },
  }))
}

export function DownloadMenu({ actions, close }: { actions: PageActions; close: () => void }) {
  const { t } = useTranslation()
  return <Menu label={t('order.download')} items={downloadItems(t, actions, close)} />
}
