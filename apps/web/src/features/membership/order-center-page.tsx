import { ORDER_STATUSES, MAX_SEARCH_LENGTH } from '@flowprint/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUser } from '../../shared/session/user.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icons.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageFrame } from '../../shared/ui/page/page.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/page/states.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { NARROW, useMedia } from '../../shared/ui/use-media.ts'
import { ExportOrders } from './orders/export-orders.tsx'
import { OrderCards } from './orders/order-cards.tsx'
import { NO_FILTERS, type OrderFilters, PAGE_SIZE, readFilters, useOrders, writeFilters } from './orders/orders.ts'
import styles from './orders/orders.module.css'
import { useExplorer } from './calls.ts'

const OrderTable = lazy(async () => ({ default: (await import('./orders/order-table.tsx')).OrderTable }))

const ANY = 'any'

/** /order/center: the user's payments and their results. */
export function Page() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const show = (next: OrderFilters, replace = false) => setParams(writeFilters(next), { replace })

  return (
    <PageFrame
      title={t('membership.orders.heading')}
      lead={t('membership.orders.lead')}
      tools={
        <>
          <Button variant="outlined" size="large" onClick={() => print()}>
            <Icon name="print" />
            {t('membership.orders.print')}
          </Button>
          <ExportOrders filters={filters} />
          <LinkButton to="/activate">{t('membership.orders.open')}</LinkButton>
        </>
      }
    >
      <Owner />
      <div className={styles.filters} role="search" data-screen="">
        <Segmented
          label={t('membership.orders.status')}
          value={filters.status ?? ANY}
          options={[ANY, ...ORDER_STATUSES].map((value) => ({
            value,
            label: t(`membership.orders.${value as typeof ANY}`),
          }))}
          onChange={(value) =>
            show({ ...filters, status: ORDER_STATUSES.find((status) => status === value) ?? null, page: 1 })
          }
        />
        <SearchField
          label={t('membership.orders.search')}
          value={filters.search}
          maxLength={MAX_SEARCH_LENGTH}
          onSearch={(search) => show({ ...filters, search, page: 1 }, true)}
        />
      </div>
      <Orders filters={filters} onShow={show} />
    </PageFrame>
  )
}

/** The account's name, also on paper. */
function Owner() {
  const { t } = useTranslation()
  const user = useUser((state) => state.user)
  if (user === null) return null
  return (
    <dl className={styles.owner}>
      <div>
        <dt>{t('membership.orders.userId')}</dt>
        <dd>{user.id}</dd>
      </div>
      <div>
        <dt>{t('membership.orders.username')}</dt>
        <dd lang="zxx">{user.username}</dd>
      </div>
      <div>
        <dt>{t('membership.orders.email')}</dt>
        <dd lang="zxx">{user.email}</dd>
      </div>
    </dl>
  )
}

function Orders({ filters, onShow }: { filters: OrderFilters; onShow: (filters: OrderFilters) => void }) {
  const { t } = useTranslation()
  const isNarrow = useMedia(NARROW)
  const explorer = useExplorer()
  const { data, error, isPlaceholderData, refetch } = useOrders(filters)
  const isFiltered = filters.status !== null || filters.search !== ''

  if (!data) {
    return error ? <Failed title={t('membership.orders.failed')} error={error} onRetry={refetch} /> : <Loading />
  }
  if (data.list.length === 0) {
    return (
      <Empty
        title={t(isFiltered ? 'membership.orders.noMatch' : 'membership.orders.none')}
        text={t(isFiltered ? 'membership.orders.noMatchText' : 'membership.orders.noneText')}
      >
        {(isFiltered || filters.page > 1) && (
          <Button variant="outlined" size="large" onClick={() => onShow(NO_FILTERS)}>
            {t('membership.orders.clear')}
          </Button>
        )}
      </Empty>
    )
  }
  // The table's chunk may still be loading: render what follows together with it.
  return (
    <Suspense fallback={<Loading count={data.list.length + 1} />}>
      {isNarrow ? (
        <OrderCards orders={data.list} explorer={explorer} stale={isPlaceholderData} />
      ) : (
        <OrderTable orders={data.list} explorer={explorer} stale={isPlaceholderData} />
      )}
      <Pager
        page={filters.page}
        size={PAGE_SIZE}
        total={data.total}
        capped={data.capped}
        onPage={(page) => onShow({ ...filters, page })}
      />
    </Suspense>
  )
}
