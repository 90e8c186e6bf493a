import { REMARK_MAX, type AdminOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failure-text.ts'
import { required } from '../../../shared/ui/form/rules.ts'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { reverseOrder } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { dayOf } from '../parts/show.ts'
import { TextArea } from '../parts/text-area.tsx'
import { useAct } from '../parts/use-act.ts'

/** Takes a passed order back. */
export function ReverseDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const form = useForm({
    initial: { remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ remark }) => {
      await act(() => reverseOrder({ id: order.id, remark: remark.trim() }), ({ expire_time: until }) => (
        until === null ? t('admin.orders.reverse.successNone') : t('admin.orders.reverse.success', { date: dayOf(until) })
      ))
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog title={t('admin.orders.reverse.title', { id: order.id })} form={form} submit={t('admin.orders.reverse.confirm')} stepUp={stepUp}
      happens={<p>{t('admin.orders.reverse.text', { name: order.username })}</p>} onClose={onClose}>
      <TextArea form={form} name="remark" label={t('admin.frame.remark')} max={REMARK_MAX} hint={t('admin.frame.remarkHint')} />
    </ActDialog>
  )
}
