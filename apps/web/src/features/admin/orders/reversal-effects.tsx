import type { AdminOrder, OrderCheck, ReversalScope } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { dayOf, moneyOf } from '../parts/show.ts'
import { Callout } from '../../../shared/ui/callout.tsx'

interface ReversalEffectsProps {
  readonly order: AdminOrder
  /** Undefined while loading; null: nothing to reverse. */
  readonly effect: OrderCheck['reversal'] | undefined
  readonly scope: ReversalScope
  readonly error: unknown
}

/** Days removed, the resulting end of the membership, and the effect on the dividend. */
export function ReversalEffects({ order, effect, scope, error }: ReversalEffectsProps) {
  const { t } = useTranslation()
  const nowMs = useServerNow()
  if (!effect) {
    if (effect === null) return <p className="text-muted text-m">{t('admin.orders.reversed')}</p>
    return error ? (
      <Callout tone="bad" role="alert">
        {failureText(t, error)}
      </Callout>
    ) : (
      <p className="text-muted text-m">{t('admin.frame.loading')}</p>
    )
  }
  const { expire_before: before, share } = effect
  const { days, expire_time: until } = effect[scope]
  const ends = Date.parse(before) > nowMs && Date.parse(until) <= nowMs
  return (
    <>
      <p>
        <strong>
          {t(`admin.orders.reverse.${days === 0 ? 'nothing' : ends ? 'ends' : 'days'}`, {
            name: order.username,
            days,
            from: dayOf(t, before),
            date: dayOf(t, until),
          })}
        </strong>
      </p>
      <p>
        {share === null ? (
          t('admin.orders.reverse.noShare')
        ) : (
          <strong>
            {t(`admin.orders.reverse.${share.becomes}`, { inviter: share.inviter_name, amount: moneyOf(share.amount) })}
          </strong>
        )}
      </p>
      <p className="text-muted text-m">
        {order.email !== null && `${t('admin.orders.dialog.mailText', { email: order.email })} · `}
        {t('admin.orders.reverse.final')}
      </p>
    </>
  )
}
