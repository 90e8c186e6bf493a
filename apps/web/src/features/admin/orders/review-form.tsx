import { MAX_REMARK_LENGTH, type AdminOrder, type OrderCheck } from '@flowprint/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { reviewOrder } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import styles from '../parts/parts.module.css'
import { dayOf, moneyOf, percentOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { computeSums, isDenied, type ReviewSums } from './review-sums.ts'

interface ReviewFormProps {
  readonly title: string
  readonly order: AdminOrder
  readonly check: OrderCheck | undefined
  readonly evidence: ReactNode
  readonly onClose: () => void
}

/** Approves or rejects with a remark; shows the consequences first. */
export function ReviewForm({ title, order, check, evidence, onClose }: ReviewFormProps) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const form = useForm({
    initial: { status: '', amount: '', underpaid: '', denied: '', remark: '' },
    rules: {
      status: [required(t('admin.orders.dialog.statusNeeded'))],
      remark: [required(t('admin.frame.remarkNeeded'))],
      amount: [
        (value, { status }) =>
          status === 'passed' && sumsOf(value)?.amount === null ? t('admin.orders.dialog.acceptedWrong') : null,
        (value, { status, denied }) =>
          status === 'passed' && deniedFor(value) && denied === '' ? t('admin.orders.dialog.deniedNeeded') : null,
      ],
    },
    send: async ({ status, amount, underpaid, denied, remark }) => {
      const passing = status === 'passed' && {
        accept_underpaid: underpaid !== '',
        accept_denied: deniedFor(amount) && denied !== '',
        ...(amount.trim() === '' ? {} : { amount: amount.trim() }),
      }
      const body = {
        id: order.id,
        version: order.version,
        status: status as 'passed' | 'refused',
        remark: remark.trim(),
        ...passing,
      }
      await act(
        () => reviewOrder(body),
        () => t('admin.orders.dialog.success'),
      )
      onClose()
    },
    failed: (failure) => {
      if (failureSlug(failure) === 'UNDERPAID_NOT_ACCEPTED') return t('admin.orders.dialog.underpaidNeeded')
      return failure.kind === 'message' && failureText(t, failure)
    },
  })
  const sumsOf = (typed: string) => check && computeSums(check, order.quoted_amount, typed)
  /** Without an amount, a payment denied by the network must be confirmed. */
  const deniedFor = (typed: string) => check !== undefined && isDenied(check.order) && typed.trim() === ''
  const sums = sumsOf(form.values.amount)
  const { status } = form.values
  const submit = status === 'passed' ? 'submitPass' : status === 'refused' ? 'submitRefuse' : 'submit'
  return (
    <ActDialog
      title={title}
      form={form}
      size="large"
      evidence={evidence}
      stepUp={stepUp}
      onClose={onClose}
      submit={t(`admin.orders.dialog.${submit}`)}
      happens={<Consequence status={status} order={order} check={check} sums={sums} />}
    >
      <ChoiceField
        form={form}
        name="status"
        label={t('admin.orders.dialog.decision')}
        options={[
          { value: 'passed', label: t('admin.orders.dialog.pass') },
          { value: 'refused', label: t('admin.orders.dialog.refuse') },
        ]}
      />
      {status === 'passed' && (
        <TextField
          form={form}
          name="amount"
          label={t('admin.orders.dialog.accepted')}
          autoComplete="off"
          optional
          hint={t(
            check && isDenied(check.order)
              ? 'admin.orders.dialog.acceptedHintDenied'
              : 'admin.orders.dialog.acceptedHint',
          )}
        />
      )}
      {status === 'passed' && deniedFor(form.values.amount) && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={form.values.denied !== ''}
            onChange={(event) => {
              form.set('denied', event.target.checked ? 'yes' : '')
              form.set('amount', '')
            }}
          />
          {t('admin.orders.dialog.denied', { amount: moneyOf(order.quoted_amount) })}
        </label>
      )}
      {status === 'passed' && sums?.short && sums.amount !== null && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={form.values.underpaid !== ''}
            onChange={(event) => form.set('underpaid', event.target.checked ? 'yes' : '')}
          />
          {t('admin.orders.dialog.underpaid', { amount: moneyOf(sums.amount), short: moneyOf(sums.short) })}
        </label>
      )}
      <TextArea
        form={form}
        name="remark"
        label={t('admin.orders.dialog.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t(
          status === 'passed' && check && isDenied(check.order)
            ? 'admin.orders.dialog.remarkDenied'
            : 'admin.orders.dialog.remarkPass',
        )}
      />
    </ActDialog>
  )
}

interface ConsequenceProps {
  readonly status: string
  readonly order: AdminOrder
  readonly check: OrderCheck | undefined
  readonly sums: ReviewSums | undefined
}

function Consequence({ status, order, check, sums }: ConsequenceProps) {
  const { t } = useTranslation()
  const name = order.username
  if (status === 'refused') return <p>{t('admin.orders.dialog.refuseText', { name })}</p>
  if (status !== 'passed') return <p className="text-muted text-m">{t('admin.orders.dialog.chooseFirst')}</p>
  if (!check || !sums) return <p className="text-muted text-m">{t('admin.frame.loading')}</p>
  const { effect } = check
  const extended = t('admin.orders.dialog.passText', { name, date: dayOf(t, effect.expire_time) })
  const share =
    sums.share === null || effect.ratio === null
      ? t('admin.orders.dialog.noShare')
      : t('admin.orders.dialog.shareText', {
          amount: moneyOf(sums.share),
          ratio: percentOf(effect.ratio),
          inviter: effect.inviter_name ?? `ID ${effect.inviter_id}`,
        })
  return (
    <>
      <p>
        <strong>{t('admin.orders.dialog.both', { extended, share })}</strong>
      </p>
      {order.email !== null && (
        <p className="text-muted text-m">{t('admin.orders.dialog.mailText', { email: order.email })}</p>
      )}
    </>
  )
}
