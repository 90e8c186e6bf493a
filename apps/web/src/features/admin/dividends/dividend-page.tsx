import { useTranslation } from 'react-i18next'
import { Amount } from '../../../shared/ui/amount.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { loadInviters } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { filled, useFilters, useRows } from '../list/use-list.ts'
import { Rows } from '../list/rows.tsx'
import { SearchField } from '../list/search-field.tsx'
import styles from '../parts/parts.module.css'
import { moneyOf, percentOf } from '../parts/show.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

/** All inviters with the amount owed to each. */
export function Page() {
  const { t } = useTranslation()
  const { values, page, size, isNarrowed, set, setPage, clear } = useFilters(['keyword'])
  const query = useRows('inviters', loadInviters, { ...filled(values), page_cur: page, page_size: size })
  return (
    <ManagerPage
      title={t('admin.dividends.title')}
      lead={t('admin.dividends.lead')}
      fills
      tools={<ExportButton list="dividends" filters={{}} />}
    >
      <FilterBar isNarrowed={isNarrowed} onClear={clear}>
        <SearchField
          label={t('admin.dividends.search')}
          value={values.keyword}
          onSearch={(text) => set('keyword', text)}
        />
      </FilterBar>
      <Rows
        label={t('admin.dividends.title')}
        query={query}
        rowKey={({ id }) => id}
        onPage={setPage}
        onSize={(value) => set('size', value)}
        columns={[
          { key: 'id', title: t('admin.dividends.column.id'), align: 'right', width: 72, cell: ({ id }) => id },
          {
            key: 'name',
            title: t('admin.dividends.column.name'),
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {row.username}
                {!row.is_inviter && <Tag tone="warning">{t('admin.dividends.former')}</Tag>}
              </span>
            ),
          },
          {
            key: 'email',
            title: t('admin.dividends.column.email'),
            cell: ({ email }) => email ?? t('admin.frame.deleted'),
          },
          {
            key: 'ratio',
            title: t('admin.dividends.column.ratio'),
            align: 'right',
            cell: ({ level, ratio }) => t('admin.dividends.level', { level, ratio: percentOf(ratio) }),
          },
          {
            key: 'invited',
            title: t('admin.dividends.column.invited'),
            align: 'right',
            cell: (row) => row.invited_total,
          },
          { key: 'week', title: t('admin.dividends.column.week'), align: 'right', cell: (row) => row.invited_week },
          {
            key: 'pending',
            title: t('admin.dividends.column.pending'),
            align: 'right',
            cell: (row) => row.pending_count,
          },
          {
            key: 'amount',
            title: t('business.inUsdt', { name: t('admin.dividends.column.amount') }),
            align: 'right',
            cell: (row) => <Amount text={moneyOf(row.pending_amount)} />,
          },
          {
            key: 'address',
            title: t('admin.dividends.column.address'),
            cell: (row) => (
              <Tag tone={row.receive_address_set ? 'good' : 'warning'}>
                {t(row.receive_address_set ? 'admin.dividends.addressSet' : 'admin.dividends.notConfigured')}
              </Tag>
            ),
          },
          {
            key: 'actions',
            title: t('admin.frame.actions'),
            align: 'right',
            cell: ({ id }) => (
              <span className={styles.actions} data-actions="">
                <LinkButton size="medium" variant="outlined" to={`/manager/dividend-detail/${id}`}>
                  {t('admin.dividends.details')}
                </LinkButton>
              </span>
            ),
          },
        ]}
      />
    </ManagerPage>
  )
}
