import type { Moments } from '@flowprint/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/http/call.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { LinkButton } from '../../../../shared/ui/link-button.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { copyLater, linkOf } from './copy-moment.ts'

type Row = Moments['list'][number]

const KEY = ['moments']
const PAGE_SIZE = 20

/** The own moments, newest first: open, copy, delete. */
export function MyMoments({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ signal, pageParam }) =>
      call('POST /moments', { body: { page_cur: pageParam, page_size: PAGE_SIZE }, signal, toast: false }),
    initialPageParam: 1,
    getNextPageParam: ({ page_cur, page_size, total }) => (page_cur * page_size < total ? page_cur + 1 : undefined),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const list = data?.pages.flatMap((page) => page.list)
  const remove = async (id: string) => {
    try {
      await call('POST /delete_moment', { body: { id } })
      showToast(t('moments.deleted'))
    } catch {
      // The failure was shown in a toast.
    }
    await queries.invalidateQueries({ queryKey: KEY })
  }

  return (
    <Dialog title={t('moments.mine')} onClose={onClose}>
      <div className="px-4 pt-2 pb-4.5 w-[560px] max-w-full">
        {list && (
          <ul>
            {list.map((row) => (
              <MomentRow key={row.id} row={row} onClose={onClose} onDelete={() => void remove(row.id)} />
            ))}
          </ul>
        )}
        {list?.length === 0 && (
          <p className="py-3 text-faint text-s" role="status">
            {t('moments.none')}
          </p>
        )}
        {!data && !error && (
          <p className="py-3 text-faint text-s" role="status">
            {t('moments.loadingList')}
          </p>
        )}
        {!data && error && (
          <p className="py-3 text-faint text-s" role="alert">
            {t('moments.listFailed')}{' '}
            <Button variant="outlined" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </p>
        )}
        {hasNextPage && (
          <div className="flex justify-center pt-3">
            <Button variant="outlined" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('moments.more')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface MomentRowProps {
  readonly row: Row
  readonly onClose: () => void
  readonly onDelete: () => void
}

function MomentRow({ row, onClose, onDelete }: MomentRowProps) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const [isAsking, setAsking] = useState(false)
  const moment = `${row.symbol} · ${row.cycle} · ${time.moment(row.t)}`
  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 min-h-12 py-1.5 border-t border-line first:border-t-0"
      aria-label={row.note === '' ? moment : row.note}
    >
      <div className="flex flex-1 flex-col min-w-50">
        {row.note !== '' && <b className="text-m font-semibold wrap-anywhere line-clamp-2">{row.note}</b>}
        <span className={row.note === '' ? 'text-m' : 'text-faint text-xs'}>{moment}</span>
      </div>
      <div className="flex flex-wrap gap-0.5">
        {isAsking ? (
          <>
            <Button variant="outlined" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button variant="primary" ref={(button) => button?.focus()} onClick={onDelete}>
              {t('moments.confirmDelete')}
            </Button>
          </>
        ) : (
          <>
            <LinkButton to={`/moment/${row.id}`} variant="outlined" size="medium" onClick={onClose}>
              {t('moments.open')}
            </LinkButton>
            <Button onClick={() => void copyLater(Promise.resolve(linkOf(row.id)))}>{t('moments.copyLink')}</Button>
            <Button onClick={() => setAsking(true)}>{t('moments.delete')}</Button>
          </>
        )}
      </div>
    </li>
  )
}
