import { MAX_REMARK_LENGTH, type AdminUser } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { grantDays } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { dayOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { daysOf, grantedUntil } from './granted-until.ts'

export function GrantDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation()
  const nowMs = useServerNow()
  const { act, stepUp } = useAct()
  const { username: name } = user
  const form = useForm({
    initial: { days: '7', remark: '' },
    rules: {
      days: [(value) => (daysOf(value) === null ? t('admin.users.grant.daysWrong') : null)],
      remark: [required(t('admin.frame.remarkNeeded'))],
    },
    send: async ({ days, remark }) => {
      await act(
        () => grantDays({ user_id: user.id, days: daysOf(days) ?? 0, remark: remark.trim() }),
        ({ expire_time: until }) => t('admin.users.grant.success', { name, date: dayOf(t, until) }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  const days = daysOf(form.values.days)
  const runs = user.expire_time !== null && Date.parse(user.expire_time) > nowMs
  const sentence = () => {
    if (days === null) return t('admin.users.grant.daysWrong')
    const date = dayOf(t, grantedUntil(user.expire_time, days, nowMs))
    return runs
      ? t('admin.users.grant.text', { name, days, date, from: dayOf(t, user.expire_time ?? '') })
      : t('admin.users.grant.textNew', { name, days, date })
  }
  return (
    <ActDialog
      title={t('admin.users.grant.title', { name })}
      form={form}
      submit={t('admin.users.grant.confirm')}
      stepUp={stepUp}
      onClose={onClose}
      happens={<p>{sentence()}</p>}
    >
      <TextField
        form={form}
        name="days"
        label={t('admin.users.grant.days')}
        autoComplete="off"
        inputMode="numeric"
        autoFocus
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
