import type { AuditRow } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { loadAudit } from '../calls.ts'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { filled, useFilters, useRows } from '../list/use-list.ts'
import { Rows } from '../list/rows.tsx'
import { SearchField } from '../list/search-field.tsx'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { ACTIONS, isKnownAction, isLongId, objectText, summaryOf } from './entry-words.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { SelectFilter } from '../list/select-filter.tsx'

/** The audit log, read-only. */
export function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<AuditRow | null>(null)
  const { values, page, size, isNarrowed, set, setPage, clear } = useFilters(['actor', 'action', 'object'])
  const filters = filled(values)
  const query = useRows('audit', loadAudit, { ...filters, page_cur: page, page_size: size })
  const actionText = (action: string) => (isKnownAction(action) ? t(`admin.audit.actionOf.${action}`) : action)
  return (
    <ManagerPage
      title={t('admin.audit.title')}
      lead={t('admin.audit.lead')}
      fills
      tools={<ExportButton list="audit" filters={filters} />}
    >
      <FilterBar isNarrowed={isNarrowed} onClear={clear}>
        <SearchField label={t('admin.audit.actor')} value={values.actor} onSearch={(text) => set('actor', text)} />
        <SearchField label={t('admin.audit.object')} value={values.object} onSearch={(text) => set('object', text)} />
        <SelectFilter
          label={t('admin.audit.action')}
          value={values.action}
          onChange={(value) => set('action', value)}
          options={ACTIONS.map((value) => ({ value, label: actionText(value) }))}
        />
      </FilterBar>
      <Rows
        label={t('admin.audit.title')}
        query={query}
        rowKey={({ id }) => id}
        onPage={setPage}
        onSize={(value) => set('size', value)}
        columns={[
          { key: 'time', title: t('admin.audit.column.time'), cell: ({ at }) => momentOf(t, at) },
          {
            key: 'actor',
            title: t('admin.audit.column.actor'),
            cell: (row) => row.actor_name ?? (row.actor_id === null ? t('admin.audit.program') : `ID ${row.actor_id}`),
          },
          { key: 'action', title: t('admin.audit.column.action'), cell: ({ action }) => actionText(action) },
          {
            key: 'object',
            title: t('admin.audit.column.object'),
            cell: (row) =>
              isLongId(row.object_id) ? (
                <Shortened text={row.object_id} what={t('admin.audit.column.object')} />
              ) : (
                <span lang="zxx">{objectText(t, row)}</span>
              ),
          },
          {
            key: 'change',
            title: t('admin.audit.column.change'),
            cell: (row) => (
              <span className={styles.summary} lang="zxx">
                {summaryOf(t, row) || '–'}
              </span>
            ),
          },
          {
            key: 'actions',
            title: t('admin.frame.actions'),
            align: 'right',
            cell: (row) => (
              <span className={styles.actions} data-actions="">
                <Button variant="outlined" onClick={() => setOpen(row)}>
                  {t('admin.audit.more')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {open && <EntryDialog row={open} action={actionText(open.action)} onClose={() => setOpen(null)} />}
    </ManagerPage>
  )
}
