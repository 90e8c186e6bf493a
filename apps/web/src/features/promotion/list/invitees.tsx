import { DIVIDEND_STATUSES } from '@flowprint/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/page/page.tsx'
import { Empty, Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { Pager } from '../../../shared/ui/pager.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { NARROW, useMedia } from '../../../shared/ui/use-media.ts'
import { loadDividends } from '../calls.ts'
import { InviteeCards } from './invitee-cards.tsx'
import { readListFilters, writeListFilters, type ListFilters } from './list-filters.ts'

const InviteeTable = lazy(async () => ({ default: (await import('./invitee-table.tsx')).InviteeTable }))

const PAGE_SIZE = 10
const ANY = 'any'

/** Invitees, their payments and the resulting dividends. */
export function Invitees() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const filters = readListFilters(params)
  const show = (next: ListFilters) => setParams(writeListFilters(next), { preventScrollReset: true })
  return (
    <Card
      title={t('promotion.list.heading')}
      side={
        <Segmented
          label={t('promotion.list.status')}
          value={filters.status ?? ANY}
          options={[ANY, ...DIVIDEND_STATUSES].map((value) => ({
            value,
            label: t(`promotion.list.${value as typeof ANY}`),
          }))}
          onChange={(value) => show({ status: DIVIDEND_STATUSES.find((status) => status === value) ?? null, page: 1 })}
        />
      }
    >
      <Rows filters={filters} onPage={(page) => show({ ...filters, page })} />
    </Card>
  )
}

function Rows({ filters: { status, page }, onPage }: { filters: ListFilters; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  const isNarrow = useMedia(NARROW)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['inviter_dividends', status, page],
    queryFn: ({ signal }) =>
      loadDividends({ page_cur: page, page_size: PAGE_SIZE, ...(status === null ? {} : { status }) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!data) {
    return error ? <Failed inset title={t('promotion.list.failed')} error={error} onRetry={refetch} /> : <Loading />
  }
  if (data.list.length === 0) {
    return (
      <Empty
        inset
        title={t(status === null ? 'promotion.list.none' : 'promotion.list.noMatch')}
        text={status === null ? t('promotion.list.noneText') : undefined}
      >
        {page > 1 && (
          <Button variant="outlined" size="large" onClick={() => onPage(1)}>
            {t('business.pages.previous')}
          </Button>
        )}
      </Empty>
    )
  }
  // The table's chunk may still be loading: render what follows together with it.
  return (
    <Suspense fallback={<Loading count={data.list.length + 1} />}>
      {isNarrow ? (
        <InviteeCards rows={data.list} stale={isPlaceholderData} />
      ) : (
        <InviteeTable rows={data.list} stale={isPlaceholderData} />
      )}
      <Pager page={page} size={PAGE_SIZE} total={data.total} capped={data.capped} onPage={onPage} />
    </Suspense>
  )
}
