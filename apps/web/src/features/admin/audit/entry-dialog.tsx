import type { AuditRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { changesOf, fieldText } from './changes.ts'
import own from './audit.module.css'

/** One act with every field it changed. */
export function EntryDialog({ row, action, onClose }: { row: AuditRow; action: string; onClose: () => void }) {
  const { t } = useTranslation()
  const changes = changesOf(row)
  return (
    <Dialog title={t('admin.audit.dialog', { id: row.id })} wide onClose={onClose}>
      <div className={styles.body}>
        <Facts>
          <Fact name={t('admin.audit.column.action')}>{action}</Fact>
          <Fact name={t('admin.audit.column.time')}>{momentOf(row.at)}</Fact>
          <Fact name={t('admin.audit.column.actor')}>{row.actor_name ?? t('admin.audit.program')}{row.actor_id !== null && ` · ID ${row.actor_id}`}</Fact>
          <Fact name={t('admin.audit.column.object')}><code className={styles.code} lang="zxx">{row.object_type}:{row.object_id}</code></Fact>
        </Facts>
        {changes.length === 0 ? <p className={styles.quiet}>{t('admin.audit.nothing')}</p> : (
          <table className={own.changes}>
            <thead>
              <tr><th scope="col">{t('admin.audit.field')}</th><th scope="col">{t('admin.audit.before')}</th><th scope="col">{t('admin.audit.after')}</th></tr>
            </thead>
            <tbody lang="zxx">
              {changes.map(({ name, before, after }) => <tr key={name}><th scope="row">{name}</th><td>{fieldText(before)}</td><td>{fieldText(after)}</td></tr>)}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  )
}
