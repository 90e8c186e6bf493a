import { DIVIDEND_STATUSES, type AdminInviterDetail } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Button } from '../../../shared/ui/button.tsx'
import { loadInviter } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { pathOf } from '../frame/places.ts'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { filled, useFilters, useRows } from '../list/use-list.ts'
import { Rows } from '../list/rows.tsx'
import { SearchField } from '../list/search-field.tsx'
import { InviterHead } from './inviter-head.tsx'
import { RatioDialog } from './ratio-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { SettlementDialog } from './settlement-dialog.tsx'
import { useDividendColumns } from './dividend-columns.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

type Open = 'settle' | 'remind' | 'ratio' | { readonly settlement: string }

/** One inviter: payout address, amount owed, every dividend; settlement and search. */
export function Page() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const [open, setOpen] = useState<Open | null>(null)
  const { values, page, size, isNarrowed, set, setPage, clear } = useFilters(['status', 'settlement_id'], {
    status: DIVIDEND_STATUSES,
  })
  const filters = filled(values)
  const query = useRows('inviter', loadInviter, { id, ...filters, page_cur: page, page_size: size })
  const { data } = query
  const columns = useDividendColumns((settlement) => setOpen({ settlement }))
  const found = values.settlement_id !== '' && data?.list.find((row) => row.settlement_id !== null)?.settlement_id
  return (
    <ManagerPage
      title={data ? t('admin.dividends.detail.of', { name: data.inviter.username }) : t('admin.dividends.detail.title')}
      tools={
        (data || query.error) && (
          <>
            <LinkButton size="medium" variant="outlined" to={pathOf('dividend')}>
              {t('admin.frame.back', { place: t('admin.frame.place.dividend') })}
            </LinkButton>
            <ExportButton list="dividends" filters={{ id, ...filters }} />
          </>
        )
      }
    >
      {/* The title's height depends on the inviter, so the rest renders with it. */}
      {data && (
        <InviterHead
          detail={data}
          onSettle={() => setOpen('settle')}
          onRemind={() => setOpen('remind')}
          onRatio={() => setOpen('ratio')}
        />
      )}
      {data && (
        <FilterBar isNarrowed={isNarrowed} onClear={clear}>
          <SearchField
            label={t('admin.dividends.detail.query')}
            value={values.settlement_id}
            onSearch={(text) => set('settlement_id', text)}
          />
          <ChoiceFilter
            label={t('admin.dividends.detail.status')}
            value={values.status}
            onChange={(value) => set('status', value)}
            options={DIVIDEND_STATUSES.map((value) => ({
              value,
              label: t(`admin.dividends.detail.statusOf.${value}`),
            }))}
          />
          {found && (
            <Button variant="outlined" onClick={() => setOpen({ settlement: found })}>
              {t('admin.dividends.found.button')}
            </Button>
          )}
        </FilterBar>
      )}
      <Rows
        label={t('admin.dividends.detail.title')}
        query={query}
        columns={columns}
        onPage={setPage}
        onSize={(value) => set('size', value)}
        rowKey={(row) => row.id ?? `invitee-${row.invitee_id}`}
      />
      {data && <Dialogs open={open} detail={data} onClose={() => setOpen(null)} />}
    </ManagerPage>
  )
}

function Dialogs({ open, detail, onClose }: { open: Open | null; detail: AdminInviterDetail; onClose: () => void }) {
  if (open === 'settle') return <SettleDialog detail={detail} onClose={onClose} />
  if (open === 'remind') return <RemindDialog detail={detail} onClose={onClose} />
  if (open === 'ratio') return <RatioDialog inviter={detail.inviter} onClose={onClose} />
  return open && <SettlementDialog id={open.settlement} onClose={onClose} />
}
