import { readTransactionId, MAX_REMARK_LENGTH, type AdminInviterDetail } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { settle } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { moneyOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'

/** Records a payout: the amount owed becomes settled. Fails when amount or address differ from those shown. */
export function SettleDialog({ detail, onClose }: { detail: AdminInviterDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const {
    inviter,
    summary: { settlement_amount: amount },
  } = detail
  const address = inviter.receive_address ?? ''
  const form = useForm({
    initial: { settlement_id: '', remark: '' },
    rules: {
      settlement_id: [
        required(t('admin.dividends.settle.idNeeded')),
        (value) => (readTransactionId(value) === null ? t('admin.dividends.settle.idWrong') : null),
      ],
      remark: [required(t('admin.frame.remarkNeeded'))],
    },
    send: async ({ settlement_id: pasted, remark }) => {
      const body = {
        inviter_id: inviter.id,
        settlement_amount: amount,
        settlement_id: pasted.trim(),
        network_type: inviter.network_type,
        receive_address: address,
        remark: remark.trim(),
      }
      await act(
        () => settle(body),
        (done) => t('admin.dividends.settle.success', { amount: moneyOf(done.amount), count: done.count }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  const evidence = (
    <>
      <p className="text-muted text-m">{t('admin.dividends.settle.steps')}</p>
      <Facts>
        <Fact name={t('admin.dividends.settle.pay')}>
          <strong>{t('admin.frame.usdt', { amount: moneyOf(amount) })}</strong>
          <CopyButton text={plainAmount(amount)} what={t('admin.dividends.settle.pay')} />
        </Fact>
        <Fact name={t('admin.dividends.settle.to')}>
          <code className="font-mono text-m wrap-anywhere">{address}</code> {inviter.network_type}
          <CopyButton text={address} what={t('admin.dividends.settle.to')} />
        </Fact>
      </Facts>
    </>
  )
  return (
    <ActDialog
      title={t('admin.dividends.settle.title', { name: inviter.username })}
      form={form}
      size="large"
      evidence={evidence}
      stepUp={stepUp}
      onClose={onClose}
      submit={t('admin.dividends.settle.confirm')}
      happens={<p>{t('admin.dividends.settle.text', { amount: moneyOf(amount), name: inviter.username })}</p>}
    >
      <TextField form={form} name="settlement_id" label={t('admin.dividends.settle.id')} autoComplete="off" autoFocus />
      <TextArea
        form={form}
        name="remark"
        label={t('admin.frame.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t('admin.frame.remarkHint')}
      />
    </ActDialog>
  )
}

/** In the format of wallets: without separators and trailing zeros. */
function plainAmount(amount: string): string {
  return amount.replace(/\.?0+$/, '')
}
