import { MAX_REMARK_LENGTH, type AdminUser } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { setRole } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { useAct } from '../parts/use-act.ts'
import { Callout } from '../../../shared/ui/callout.tsx'
import { TextArea } from '../../../shared/forms/field.tsx'

/** Sets ordinary user or inviter. Administrators are not created here. */
export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const { username: name, role: roles } = user
  const isInviter = roles.includes('inviter')
  const isAdmin = roles.includes('admin')
  const form = useForm({
    initial: { role: isInviter ? 'inviter' : 'user', remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ role, remark }) => {
      const body = { user_id: user.id, role: role as 'user' | 'inviter', remark: remark.trim() }
      await act(
        () => setRole(body),
        () => t('admin.users.roleDialog.success', { name, role: t(`admin.users.roleOf.${body.role}`) }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  const chosen = form.values.role
  const losesAdmin = isAdmin && chosen === 'user'
  const isSame = (chosen === 'inviter') === isInviter && !losesAdmin
  return (
    <ActDialog
      title={t('admin.users.roleDialog.title', { name })}
      form={form}
      submit={t('admin.users.roleDialog.confirm')}
      disabled={isSame}
      stepUp={stepUp}
      onClose={onClose}
      happens={
        <>
          {isSame && <p>{t('admin.users.roleDialog.same', { name })}</p>}
          {chosen === 'inviter' && !isInviter && <p>{t('admin.users.roleDialog.toInviter', { name })}</p>}
          {chosen === 'user' && isInviter && <p>{t('admin.users.roleDialog.toUser', { name })}</p>}
          {losesAdmin && <Callout tone="warning">{t('admin.users.roleDialog.fromAdmin', { name })}</Callout>}
          {!isSame && (
            <p className="text-muted text-m">
              {t(chosen === 'user' ? 'admin.users.roleDialog.sessions' : 'admin.users.roleDialog.mailed', { name })}
            </p>
          )}
        </>
      }
    >
      <ChoiceField
        form={form}
        name="role"
        label={t('admin.users.roleDialog.legend')}
        options={[
          { value: 'user', label: t('admin.users.roleOf.user'), note: t('admin.users.roleDialog.userNote') },
          { value: 'inviter', label: t('admin.users.roleOf.inviter'), note: t('admin.users.roleDialog.inviterNote') },
        ]}
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
