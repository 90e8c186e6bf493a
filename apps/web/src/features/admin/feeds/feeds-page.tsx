import type { Feeds } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../shared/format/number.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { loadFeeds, loadMarkets } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { StaticRows } from '../list/static-rows.tsx'
import { ADMIN_KEY } from '../list/use-list.ts'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { AddMarketDialog } from './add-market-dialog.tsx'
import { DepthDialog } from './depth-dialog.tsx'
import { FollowDialog } from './follow-dialog.tsx'
import { joinMarkets, type Market } from './markets.ts'
import { formatMs } from '../../../shared/format/time.ts'

/** The open dialog: about a new market, or one of the list. */
type Open = 'add' | { readonly dialog: 'follow' | 'depth'; readonly market: Market }

const EACH_MS = 5000
const TONES = {
  live: 'good',
  repairing: 'warning',
  stale: 'bad',
  waiting: 'warning',
  refused: 'bad',
  off: undefined,
} as const

/** Followed markets and their connections, refreshed every five seconds. */
export function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useQuery({
    queryKey: [...ADMIN_KEY, 'feeds'],
    staleTime: 0,
    refetchInterval: EACH_MS,
    queryFn: async ({ signal }) => {
      const [feeds, markets] = await Promise.all([loadFeeds(signal), loadMarkets(signal)])
      return { markets: joinMarkets(markets.list, feeds.list), venues: feeds.venues }
    },
  })
  const venueColumns = useVenueColumns()
  return (
    <ManagerPage
      title={t('admin.feeds.title')}
      lead={t('admin.feeds.lead')}
      tools={
        <Button variant="primary" onClick={() => setOpen('add')}>
          {t('admin.feeds.add')}
        </Button>
      }
    >
      <h2 className={styles.heading}>{t('admin.feeds.markets')}</h2>
      <StaticRows
        label={t('admin.feeds.markets')}
        rows={query.data?.markets}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={t('admin.overview.feedsNone')}
        rowKey={({ symbol }) => symbol}
        columns={useMarketColumns(setOpen)}
      />
      {query.data && (
        <>
          <h2 className={styles.heading}>{t('admin.feeds.venues')}</h2>
          <StaticRows
            label={t('admin.feeds.venues')}
            rows={query.data.venues}
            error={null}
            onRetry={() => void query.refetch()}
            empty={t('admin.feeds.noVenues')}
            rowKey={({ venue }) => venue}
            columns={venueColumns}
          />
        </>
      )}
      {open === 'add' && <AddMarketDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'add' && open.dialog === 'follow' && (
        <FollowDialog market={open.market} onClose={() => setOpen(null)} />
      )}
      {open !== null && open !== 'add' && open.dialog === 'depth' && (
        <DepthDialog market={open.market} onClose={() => setOpen(null)} />
      )}
    </ManagerPage>
  )
}

function useMarketColumns(onOpen: (open: Open) => void): readonly Column<Market>[] {
  const { t } = useTranslation()
  const title = (
    name:
      | 'symbol'
      | 'followed'
      | 'depth'
      | 'state'
      | 'lag'
      | 'last'
      | 'gaps'
      | 'trades'
      | 'duplicates'
      | 'late'
      | 'dropped'
      | 'losses'
      | 'note',
  ) => t(`admin.feeds.column.${name}`)
  const number = (name: 'gaps' | 'trades' | 'duplicates' | 'late' | 'dropped' | 'losses'): Column<Market> => ({
    key: name,
    title: title(name),
    align: 'right',
    cell: ({ feed }) => (feed === null ? '–' : formatCount(feed[name])),
  })
  return [
    { key: 'symbol', title: title('symbol'), cell: ({ symbol }) => <strong>{symbol}</strong> },
    {
      key: 'state',
      title: title('state'),
      cell: ({ enabled, feed }) => {
        const state = enabled ? (feed?.state ?? 'waiting') : 'off'
        return <Tag tone={TONES[state]}>{t(`admin.feeds.state.${state}`)}</Tag>
      },
    },
    { key: 'lag', title: title('lag'), align: 'right', cell: ({ feed }) => formatMs(feed?.lag_ms ?? null) },
    {
      key: 'last',
      title: title('last'),
      cell: ({ feed }) => (feed?.last_trade_time ? momentOf(t, feed.last_trade_time) : '–'),
    },
    ...(['gaps', 'trades', 'duplicates', 'late', 'dropped', 'losses'] as const).map(number),
    { key: 'followed', title: title('followed'), cell: ({ by }) => t(`admin.feeds.by.${by}`) },
    { key: 'depth', title: title('depth'), cell: ({ depth }) => t(`admin.feeds.depth.${depth}`) },
    {
      key: 'note',
      title: title('note'),
      cell: ({ feed }) => (
        <span className={styles.clipped} lang="zxx" data-tip={feed?.note ?? undefined}>
          {feed?.note ?? '–'}
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('admin.frame.actions'),
      align: 'right',
      cell: (market) => (
        <span className={styles.actions} data-actions="">
          {market.enabled && (
            <Button variant="outlined" onClick={() => onOpen({ dialog: 'depth', market })}>
              {t('admin.feeds.depthChange')}
            </Button>
          )}
          <Button variant="outlined" onClick={() => onOpen({ dialog: 'follow', market })}>
            {t(market.enabled ? 'admin.feeds.stop' : 'admin.feeds.start')}
          </Button>
        </span>
      ),
    },
  ]
}

type Venue = Feeds['venues'][number]

function useVenueColumns(): readonly Column<Venue>[] {
  const { t } = useTranslation()
  const title = (
    name:
      | 'name'
      | 'symbols'
      | 'connections'
      | 'silent'
      | 'reconnects'
      | 'messages'
      | 'faults'
      | 'excluded'
      | 'skew'
      | 'last',
  ) => t(`admin.feeds.venue.${name}`)
  const number = (
    name: 'symbols' | 'connections' | 'reconnects' | 'messages' | 'faults' | 'excluded',
  ): Column<Venue> => ({
    key: name,
    title: title(name),
    align: 'right',
    cell: (row) => formatCount(row[name]),
  })
  return [
    { key: 'name', title: title('name'), cell: ({ venue }) => <strong>{venue}</strong> },
    number('symbols'),
    number('connections'),
    { key: 'silent', title: title('silent'), align: 'right', cell: (row) => formatMs(row.silent_ms) },
    number('reconnects'),
    number('messages'),
    number('faults'),
    number('excluded'),
    { key: 'skew', title: title('skew'), align: 'right', cell: (row) => formatMs(row.clock_skew_ms) },
    {
      key: 'last',
      title: title('last'),
      cell: ({ last_fault: fault, note }) => {
        const text = fault === null ? note : `${momentOf(t, fault.time)} ${fault.what}`
        return (
          <span className={styles.clipped} lang="zxx" data-tip={text ?? undefined}>
            {text ?? '–'}
          </span>
        )
      },
    },
  ]
}
