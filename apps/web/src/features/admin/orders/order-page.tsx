import { ORDER_STATUSES, type AdminOrder } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { filled } from '../list/filters.ts'
import { Rows } from '../list/rows.tsx'
import { SearchField } from '../list/search-field.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useRows } from '../list/use-rows.ts'
import { loadOrders } from '../calls.ts'
import { OrderDialog } from './order-dialog.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

type Open = { readonly order: AdminOrder; readonly as: 'review' | 'reverse' }

/** Submitted payments and their review. */
export function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const { values, page, size, isNarrowed, set, setPage, clear } = useFilters(['transaction_id', 'status', 'user'], {
    status: ORDER_STATUSES,
  })
  const filters = filled(values)
  const query = useRows('orders', loadOrders, { ...filters, page_cur: page, page_size: size })
  const columns = useOrderColumns((order) => setOpen({ order, as: 'review' }))
  return (
    <ManagerPage
      title={t('admin.orders.title')}
      lead={t('admin.orders.lead')}
      fills
      tools={<ExportButton list="orders" filters={filters} />}
    >
      <FilterBar isNarrowed={isNarrowed} onClear={clear}>
        <SearchField
          label={t('admin.orders.search')}
          value={values.transaction_id}
          onSearch={(text) => set('transaction_id', text)}
        />
        <SearchField label={t('admin.orders.user')} value={values.user} onSearch={(text) => set('user', text)} />
        <ChoiceFilter
          label={t('admin.orders.status')}
          value={values.status}
          onChange={(value) => set('status', value)}
          options={ORDER_STATUSES.map((value) => ({ value, label: t(`admin.orders.statusOf.${value}`) }))}
        />
      </FilterBar>
      <Rows
        label={t('admin.orders.title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        onPage={setPage}
        onSize={(value) => set('size', value)}
      />
      {open?.as === 'review' && (
        <OrderDialog
          order={open.order}
          onClose={() => setOpen(null)}
          onReverse={(order) => setOpen({ order, as: 'reverse' })}
        />
      )}
      {open?.as === 'reverse' && <ReverseDialog order={open.order} onClose={() => setOpen(null)} />}
    </ManagerPage>
  )
}
