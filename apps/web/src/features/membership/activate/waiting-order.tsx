import { shownAmount, type MyOrder } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { loadUser } from '../../../shared/session/user.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { loadMyOrders, useExplorer } from '../calls.ts'
import { Notice } from './notice.tsx'
import styles from './waiting-order.module.css'

const REFETCH_MS = 15_000

interface WaitingOrderProps {
  readonly id: number
  /** Called when the order was seen pending, to show its result. */
  readonly onSeen: (id: number) => void
  readonly onAgain: () => void
}

/** An order under review. Polls while the page is open; approval activates the membership. */
export function WaitingOrder({ id, onSeen, onAgain }: WaitingOrderProps) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery({
    queryKey: ['my_orders', 'waiting', id],
    queryFn: ({ signal }) => loadMyOrders({ page_cur: 1, page_size: 10 }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.list.some((order) => order.id === id && order.status !== 'pending') ? false : REFETCH_MS,
  })
  const order = data?.list.find((one) => one.id === id)
  const status = order?.status ?? 'pending'

  useEffect(() => onSeen(id), [id, onSeen])
  useEffect(() => {
    if (status === 'passed') void loadUser()
  }, [status])

  if (isPending) return <Loading as="words" count={8} />
  if (status === 'passed') {
    return (
      <Notice tone="good" title={t('membership.waiting.passed')}>
        {order && <Facts order={order} />}
        <div className={styles.ways}>
          <LinkButton to="/order">{t('membership.waiting.chart')}</LinkButton>
          <LinkButton to="/order/center" variant="outlined">
            {t('membership.waiting.orders')}
          </LinkButton>
        </div>
      </Notice>
    )
  }
  if (status === 'refused') {
    return (
      <Notice
        tone="bad"
        title={t('membership.waiting.refused')}
        action={t('membership.waiting.again')}
        onAction={onAgain}
      >
        {order?.remark && <p>{order.remark}</p>}
        {order && <Facts order={order} />}
      </Notice>
    )
  }
  return (
    <Notice tone="calm" title={t('membership.waiting.heading')}>
      <p>{t('membership.waiting.text')}</p>
      {order && <Facts order={order} />}
      <div className={styles.ways}>
        <LinkButton to="/order/center" variant="outlined">
          {t('membership.waiting.orders')}
        </LinkButton>
      </div>
    </Notice>
  )
}

/** The last order was rejected: shows why, above the form for the next one. */
export function RefusedOrder({ order }: { order: MyOrder }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" title={t('membership.waiting.lastRefused')}>
      <p>{t('membership.waiting.reason', { remark: order.remark })}</p>
      <Facts order={order} />
    </Notice>
  )
}

function Facts({ order }: { order: MyOrder }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const explorer = useExplorer()
  return (
    <dl className={styles.facts}>
      <dt>{t('membership.waiting.amount')}</dt>
      <dd>{shownAmount(order.amount)} USDT</dd>
      <dt>{t('membership.form.transactionId')}</dt>
      <dd>
        <Shortened
          text={order.transaction_id}
          what={t('membership.form.transactionId')}
          href={explorer(order.transaction_id)}
        />
      </dd>
      <dt>{t('membership.waiting.submitted')}</dt>
      <dd>{formatTime(order.submit_time, language)}</dd>
    </dl>
  )
}
