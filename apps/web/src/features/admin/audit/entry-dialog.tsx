import type { AuditRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { momentOf } from '../parts/show.ts'
import { changesOf, fieldName, fieldText, isLongId, objectText } from './entry-words.ts'
import { PlainTable } from '../../../shared/ui/table/plain-table.tsx'

/** One action with every changed field. */
export function EntryDialog({ row, action, onClose }: { row: AuditRow; action: string; onClose: () => void }) {
  const { t } = useTranslation()
  const changes = changesOf(row)
  return (
    <Dialog title={t('admin.audit.dialog', { id: row.id })} size="large" onClose={onClose}>
      <DialogBody>
        <Facts>
          <Fact name={t('admin.audit.column.action')}>{action}</Fact>
          <Fact name={t('admin.audit.column.time')}>{momentOf(t, row.at)}</Fact>
          <Fact name={t('admin.audit.column.actor')}>
            {row.actor_name ?? t('admin.audit.program')}
            {row.actor_id !== null && ` · ID ${row.actor_id}`}
          </Fact>
          <Fact name={t('admin.audit.column.object')}>
            {isLongId(row.object_id) ? (
              <Shortened text={row.object_id} what={t('admin.audit.column.object')} />
            ) : (
              <span lang="zxx">{objectText(t, row)}</span>
            )}
          </Fact>
        </Facts>
        {changes.length === 0 ? (
          <p className="text-muted text-m">{t('admin.audit.nothing')}</p>
        ) : (
          <PlainTable>
            <thead>
              <tr>
                <th scope="col">{t('admin.audit.field')}</th>
                <th scope="col">{t('admin.audit.before')}</th>
                <th scope="col">{t('admin.audit.after')}</th>
              </tr>
            </thead>
            <tbody lang="zxx">
              {changes.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{fieldName(t, name)}</th>
                  <td>
                    <Value name={fieldName(t, name)} text={fieldText(t, row, name, before)} />
                  </td>
                  <td>
                    <Value name={fieldName(t, name)} text={fieldText(t, row, name, after)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        )}
      </DialogBody>
    </Dialog>
  )
}

function Value({ name, text }: { readonly name: string; readonly text: string }) {
  return isLongId(text) ? <Shortened text={text} what={name} /> : text
}
