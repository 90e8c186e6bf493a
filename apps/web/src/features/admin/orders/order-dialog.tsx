import type { AdminOrder, OrderCheck } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endsHere, showFailure } from '../../../shared/http/failures.ts'
import { useUser } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { checkOrder } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-list.ts'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { ChainEvidence } from './chain-evidence.tsx'
import { ClaimedFacts } from './claimed-facts.tsx'
import { ReviewForm } from './review-form.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'

interface OrderDialogProps {
  readonly order: AdminOrder
  readonly onClose: () => void
  readonly onReverse: (order: AdminOrder) => void
}

/** An order with all payment facts; while it is pending, the review form. */
export function OrderDialog({ order: listed, onClose, onReverse }: OrderDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const me = useUser(({ user }) => user?.id)
  const [asking, setAsking] = useState(false)
  const key = [...ADMIN_KEY, 'check', listed.id]
  const {
    data: check,
    error,
    refetch,
  } = useQuery({ queryKey: key, queryFn: ({ signal }) => checkOrder(listed.id, false, signal), staleTime: 0 })
  const order = check?.order ?? listed

  const askAgain = async () => {
    setAsking(true)
    try {
      client.setQueryData<OrderCheck>(key, await checkOrder(listed.id, true))
    } catch (failure) {
      if (!endsHere(failure)) showFailure(failure)
    }
    setAsking(false)
  }
  const title = t(order.status === 'pending' ? 'admin.orders.dialog.title' : 'admin.orders.dialog.look', {
    id: order.id,
  })
  const evidence = (
    <>
      <ClaimedFacts order={order} explorer={check?.explorer_url} />
      <ChainEvidence
        order={order}
        check={check}
        error={error}
        isAsking={asking}
        onAsk={() => void (check ? askAgain() : refetch())}
      />
    </>
  )
  const obstacle = order.user_id === me ? 'own' : check !== undefined && check.inviter_id === me ? 'invitee' : null
  if (order.status === 'pending' && obstacle === null) {
    return <ReviewForm title={title} order={order} check={check} evidence={evidence} onClose={onClose} />
  }
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <DialogBody>
        {evidence}
        {obstacle !== null && (order.status === 'pending' || (order.status === 'passed' && !order.reversed)) && (
          <Callout tone="warning">{t(`admin.orders.dialog.${obstacle}`)}</Callout>
        )}
        {order.status !== 'pending' && <Decided order={order} onReverse={obstacle === null ? onReverse : undefined} />}
      </DialogBody>
    </Dialog>
  )
}

/** Without `onReverse` another administrator must reverse the order. */
function Decided({ order, onReverse }: { order: AdminOrder; onReverse: ((order: AdminOrder) => void) | undefined }) {
  const { t } = useTranslation()
  const { review_time: reviewed, reviewer_name: reviewer, reversed_at: reversed, reversal_remark: why } = order
  return (
    <>
      {reviewed !== null && (
        <p className="text-muted text-m">
          {t('admin.orders.dialog.reviewed', {
            name: reviewer ?? t('admin.audit.program'),
            time: momentOf(t, reviewed),
          })}
          {order.remark && ` · ${order.remark}`}
        </p>
      )}
      {reversed !== null && (
        <Callout tone="bad">
          {t('admin.orders.dialog.reversedAt', { time: momentOf(t, reversed), remark: why ?? '' })}
        </Callout>
      )}
      {order.status === 'passed' && !order.reversed && onReverse && (
        <div className={styles.actions}>
          <Button variant="outlined" size="large" onClick={() => onReverse(order)}>
            {t('admin.orders.reverse.button')}
          </Button>
        </div>
      )}
    </>
  )
}
