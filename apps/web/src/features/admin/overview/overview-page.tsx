import type { AdminOverview } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { loadOverview } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ADMIN_KEY } from '../list/use-list.ts'
import { momentOf, moneyOf } from '../parts/show.ts'
import own from './overview.module.css'
import { Tile } from './tile.tsx'

const EACH_MS = 30_000

/** Pending work, business figures and health; refreshed every 30 seconds. */
export function Page() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...ADMIN_KEY, 'overview'],
    queryFn: ({ signal }) => loadOverview(signal),
    staleTime: 0,
    refetchInterval: EACH_MS,
  })
  return (
    <ManagerPage
      title={t('admin.overview.title')}
      lead={t('admin.overview.lead')}
      tools={
        <Button variant="outlined" disabled={isFetching} onClick={() => void refetch()}>
          {t('admin.frame.reload')}
        </Button>
      }
    >
      {!data &&
        (error ? (
          <Failed title={t('admin.frame.failed')} error={error} onRetry={refetch} />
        ) : (
          <>
            <Loading as="cards" count={4} />
            <Loading as="cards" count={4} />
          </>
        ))}
      {data && (
        <>
          <Group title={t('admin.overview.waiting')}>
            <Waiting data={data} />
          </Group>
          <Group title={t('admin.overview.business')}>
            <Business data={data} />
          </Group>
          <Group title={t('admin.overview.health')}>
            <Health data={data} />
          </Group>
        </>
      )}
    </ManagerPage>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="max-w-[1280px] flex flex-col gap-2">
      <h2 className="text-xl font-semibold">{title}</h2>
      <ul className={own.tiles}>{children}</ul>
    </section>
  )
}

function Waiting({ data }: { data: AdminOverview }) {
  const { t } = useTranslation()
  const { oldest_pending_at: oldest } = data
  return (
    <>
      <Tile
        name={t('admin.overview.orders')}
        value={data.pending_orders}
        tone={data.pending_orders > 0 ? 'warning' : undefined}
        to="/manager/order?status=pending"
        note={
          oldest === null
            ? t('admin.overview.ordersNone')
            : t('admin.overview.ordersOldest', { time: momentOf(t, oldest) })
        }
      />
      <Tile
        name={t('admin.overview.disputed')}
        value={data.disputed_orders}
        tone={data.disputed_orders > 0 ? 'bad' : undefined}
        to="/manager/order?status=pending"
        note={t('admin.overview.disputedText')}
      />
      <Tile
        name={t('admin.overview.settlements')}
        value={data.pending_settlements}
        to="/manager/dividend"
        note={t('admin.overview.settlementsText', { amount: moneyOf(data.pending_amount) })}
      />
      <Tile
        name={t('admin.overview.missing')}
        value={data.missing_addresses}
        tone={data.missing_addresses > 0 ? 'warning' : undefined}
        to="/manager/dividend"
        note={t('admin.overview.missingText')}
      />
    </>
  )
}

function Business({ data }: { data: AdminOverview }) {
  const { t } = useTranslation()
  return (
    <>
      <Tile
        name={t('admin.overview.members')}
        value={data.members}
        to="/manager/user?expired=no"
        note={t('admin.overview.membersText', { count: data.expiring_week })}
      />
      <Tile
        name={t('admin.overview.registered')}
        value={data.registered_week}
        to="/manager/user"
        note={t('admin.overview.registeredText')}
      />
      <Tile
        name={t('admin.overview.revenue')}
        value={t('admin.frame.usdt', { amount: moneyOf(data.revenue_month) })}
        to="/manager/order?status=passed"
        note={t('admin.overview.revenueText')}
      />
      <Tile
        name={t('admin.overview.address')}
        to="/manager/settings"
        tone={data.receive_address_set ? 'good' : 'bad'}
        value={t(data.receive_address_set ? 'admin.overview.addressSet' : 'admin.settings.none')}
        note={data.receive_address_set ? '' : t('admin.overview.addressMissing')}
      />
    </>
  )
}

function Health({ data }: { data: AdminOverview }) {
  const { t } = useTranslation()
  const {
    mail_failures: failures,
    mail_waiting: waiting,
    books_ok: booksOk,
    books_checked_at: checked,
    last_payment_change: change,
    feeds,
  } = data
  const live = feeds.filter(({ state }) => state === 'live').length
  const time = checked === null ? '' : momentOf(t, checked)
  const books = checked === null ? 'booksNever' : booksOk === true ? 'booksOk' : 'booksBad'
  const mailNotes = [
    failures > 0 && t('admin.overview.mailFailed', { count: failures }),
    waiting > 0 && t('admin.overview.mailWaiting', { count: waiting }),
  ].filter(Boolean)
  return (
    <>
      <Tile
        name={t('admin.overview.mail')}
        value={failures + waiting}
        tone={failures > 0 ? 'bad' : undefined}
        note={mailNotes.join(' · ') || t('admin.overview.mailFine')}
      />
      <Tile
        name={t('admin.overview.books')}
        value={checked === null ? '–' : t(booksOk === true ? 'admin.overview.booksGood' : 'admin.overview.booksWrong')}
        tone={checked === null ? undefined : booksOk === true ? 'good' : 'bad'}
        note={t(`admin.overview.${books}`, { time })}
      />
      <Tile
        name={t('admin.overview.feeds')}
        value={feeds.length === 0 ? '–' : `${live} / ${feeds.length}`}
        to="/manager/feeds"
        tone={live < feeds.length ? 'warning' : undefined}
        note={
          feeds.length === 0
            ? t('admin.overview.feedsNone')
            : feeds
                .filter(({ state }) => state !== 'live')
                .map(({ symbol }) => symbol)
                .join(', ')
        }
      />
      <Tile
        name={t('admin.overview.paymentChange')}
        to="/manager/settings"
        value={change === null ? '–' : t(`admin.settings.name.${change.key}`)}
        note={
          change === null
            ? t('admin.overview.paymentChangeNone')
            : t('admin.overview.paymentChangeText', {
                time: momentOf(t, change.at),
                name: change.actor_name ?? t('admin.audit.program'),
              })
        }
      />
    </>
  )
}
