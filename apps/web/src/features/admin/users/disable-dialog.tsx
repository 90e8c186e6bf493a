import { MAX_REMARK_LENGTH, type AdminUser } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { disableUser } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { useAct } from '../parts/use-act.ts'
import { TextArea } from '../../../shared/forms/field.tsx'

/** Disables or re-enables an account. */
export function DisableDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const { username: name, disabled: isDisabled } = user
  const form = useForm({
    initial: { remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ remark }) => {
      await act(
        () => disableUser({ user_id: user.id, disabled: !isDisabled, remark: remark.trim() }),
        () => t(isDisabled ? 'admin.users.disable.enableSuccess' : 'admin.users.disable.success', { name }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog
      title={t(isDisabled ? 'admin.users.disable.enableTitle' : 'admin.users.disable.title', { name })}
      form={form}
      stepUp={stepUp}
      onClose={onClose}
      submit={t(isDisabled ? 'admin.users.disable.enableConfirm' : 'admin.users.disable.confirm')}
      happens={<p>{t(isDisabled ? 'admin.users.disable.enableText' : 'admin.users.disable.text', { name })}</p>}
    >
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
