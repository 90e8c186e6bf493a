import type { BusinessSetting } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { momentOf } from '../parts/show.ts'
import { valueText } from './setting-values.ts'
import { PlainTable } from '../../../shared/ui/table/plain-table.tsx'

/** History of values, newest first; read-only. */
export function HistoryDialog({
  setting: { key, history },
  onClose,
}: {
  setting: BusinessSetting
  onClose: () => void
}) {
  const { t } = useTranslation()
  const entries = history.map((entry, at) => ({ ...entry, number: history.length - at }))
  return (
    <Dialog
      title={t('admin.settings.historyOf', { name: t(`admin.settings.name.${key}`) })}
      size="large"
      onClose={onClose}
    >
      <PlainTable edge>
        <thead>
          <tr>
            <th scope="col">{t('admin.settings.when')}</th>
            <th scope="col">{t('admin.settings.value')}</th>
            <th scope="col">{t('admin.settings.who')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ value, valid_from: from, actor_name: actor, number }) => (
            <tr key={number}>
              <td className="whitespace-nowrap">{from === null ? t('admin.settings.fromStart') : momentOf(t, from)}</td>
              <td className="whitespace-pre-line wrap-anywhere">{valueText(t, key, value)}</td>
              <td>{actor ?? t('admin.settings.program')}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Dialog>
  )
}
