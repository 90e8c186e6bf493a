import { amountText, parseAmount, type AdminOrder, type OrderCheck } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import styles from '../parts/parts.module.css'
import { momentOf, moneyOf } from '../parts/show.ts'
import { CHECK_TONES } from './tones.ts'
import { Callout } from '../../../shared/ui/callout.tsx'

interface ChainEvidenceProps {
  readonly order: AdminOrder
  readonly check: OrderCheck | undefined
  readonly error: unknown
  readonly isAsking: boolean
  readonly onAsk: () => void
}

/**
 * Evidence from the blockchain for or against the claim, and other claims of the same transaction. Advisory; people
 * decide.
 */
export function ChainEvidence({ order, check, error, isAsking, onAsk }: ChainEvidenceProps) {
  const { t } = useTranslation()
  const state = check?.check_state ?? (error ? 'error' : 'checking')
  return (
    <section className="flex flex-col gap-2" aria-live="polite">
      <div className={styles.between}>
        <h3 className={styles.heading}>
          {t('admin.orders.dialog.chain')} <Tag tone={CHECK_TONES[state]}>{t(`admin.orders.check.${state}`)}</Tag>
        </h3>
        <Button variant="outlined" disabled={isAsking || state === 'checking'} loading={isAsking} onClick={onAsk}>
          {t(isAsking ? 'admin.orders.dialog.asking' : 'admin.orders.dialog.ask')}
        </Button>
      </div>
      <p className="text-muted text-m">
        {!check && error ? failureText(t, error) : t(`admin.orders.checkText.${state}`)}
      </p>
      {check && check.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {check.reasons.map((reason) => (
            <li key={reason}>{t(`admin.orders.reason.${reason}`)}</li>
          ))}
        </ul>
      )}
      {check && <Found order={order} check={check} />}
      {order.duplicate_of !== null && (
        <Callout tone="bad">{t('admin.orders.dialog.duplicate', { id: order.duplicate_of })}</Callout>
      )}
      {check && check.disputes.length > 0 && (
        <Callout tone="bad">
          <p>{t('admin.orders.dialog.disputes', { count: check.disputes.length })}</p>
          {check.disputes.map((row) => (
            <p key={`${row.user_id} ${row.claimed_at}`}>
              {t('admin.orders.dialog.dispute', {
                name: row.username,
                id: row.user_id,
                time: momentOf(t, row.claimed_at),
                address: row.payment_address,
              })}
            </p>
          ))}
        </Callout>
      )}
    </section>
  )
}

function Found({ order, check }: { order: AdminOrder; check: OrderCheck }) {
  const { t } = useTranslation()
  const { from, to, amount, block, block_time: blockTime } = check
  if (from === null && to === null && amount === null && block === null) return null
  return (
    <Facts>
      {amount !== null && (
        <Fact name={t('admin.orders.dialog.amount')}>
          {t('admin.frame.usdt', { amount: moneyOf(amount) })} <Difference paid={amount} quoted={order.quoted_amount} />
        </Fact>
      )}
      {from !== null && (
        <Fact name={t('admin.orders.dialog.sender')}>
          <Shortened text={from} what={t('admin.orders.dialog.sender')} />
          {!order.from_exchange && <Same is={from === order.payment_address} />}
        </Fact>
      )}
      {to !== null && (
        <Fact name={t('admin.orders.dialog.recipient')}>
          <Shortened text={to} what={t('admin.orders.dialog.recipient')} />
          <Same is={!check.reasons.includes('wrong_recipient')} />
        </Fact>
      )}
      {block !== null && (
        <Fact name={t('admin.orders.dialog.block')}>
          {block}
          {blockTime !== null && ` · ${momentOf(t, blockTime)}`}
        </Fact>
      )}
      <Fact name={t('admin.orders.dialog.confirmed')}>
        <Tag tone={check.confirmed ? 'good' : 'warning'}>
          {t(check.confirmed ? 'admin.frame.yes' : 'admin.frame.no')}
        </Tag>
        {check.checked_at !== null && (
          <span className="text-muted text-m">
            {t('admin.orders.dialog.checkedAt', { time: momentOf(t, check.checked_at) })}
          </span>
        )}
      </Fact>
    </Facts>
  )
}

function Same({ is }: { is: boolean }) {
  const { t } = useTranslation()
  return <Tag tone={is ? 'good' : 'bad'}>{t(is ? 'admin.orders.dialog.same' : 'admin.orders.dialog.differs')}</Tag>
}

function Difference({ paid, quoted }: { paid: string; quoted: string }) {
  const { t } = useTranslation()
  const difference = (parseAmount(paid) ?? 0n) - (parseAmount(quoted) ?? 0n)
  if (difference === 0n) return <Same is />
  const amount = moneyOf(amountText(difference < 0n ? -difference : difference))
  return (
    <Tag tone={difference < 0n ? 'bad' : 'warning'}>
      {t(difference < 0n ? 'admin.orders.dialog.short' : 'admin.orders.dialog.over', { amount })}
    </Tag>
  )
}
