import { MAX_REMARK_LENGTH, REVERSAL_SCOPES, type AdminOrder, type ReversalScope } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { checkOrder, reverseOrder } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-list.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { dayOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { ReversalEffects } from './reversal-effects.tsx'
import { TextArea } from '../../../shared/forms/field.tsx'

/** Reverses an approved order; its effects are shown and freshly loaded. */
export function ReverseDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const { data, error } = useQuery({
    queryKey: [...ADMIN_KEY, 'check', order.id],
    queryFn: ({ signal }) => checkOrder(order.id, false, signal),
    staleTime: 0,
  })
  const form = useForm({
    initial: { days: 'ahead', remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ days, remark }) => {
      await act(
        () => reverseOrder({ id: order.id, remark: remark.trim(), days: days as ReversalScope }),
        ({ expire_time: until }) =>
          until === null
            ? t('admin.orders.reverse.successNone')
            : t('admin.orders.reverse.success', { date: dayOf(t, until) }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog
      title={t('admin.orders.reverse.title', { id: order.id })}
      form={form}
      submit={t('admin.orders.reverse.confirm')}
      stepUp={stepUp}
      disabled={!data?.reversal}
      onClose={onClose}
      happens={
        <ReversalEffects
          order={order}
          effect={data?.reversal}
          scope={form.values.days as ReversalScope}
          error={error}
        />
      }
    >
      <ChoiceField
        form={form}
        name="days"
        label={t('admin.orders.reverse.which')}
        options={REVERSAL_SCOPES.map((value) => ({
          value,
          label: t(`admin.orders.reverse.scope.${value}`),
          note: t(`admin.orders.reverse.scopeNote.${value}`),
        }))}
      />
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
