import { useTranslation } from 'react-i18next'
import { endSession } from '../../../shared/session/session.ts'
import type { User } from '../../../shared/session/user.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { resetPassword } from '../calls.ts'
import { filled, newPasswordRules, repeatRules } from '../field-rules.ts'
import { AccountName } from './account-name.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { usePasswordMin } from './rule-states.ts'

const EMPTY = { old_password: '', new_password: '', confirm_password: '' }

/** Changes the user's password, which ends every session; the login page follows. */
export function OwnPasswordForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const min = usePasswordMin()
  const { username, first_name, last_name, email } = user
  const ownWords = { username, first_name, last_name, email }
  const form = useForm({
    initial: EMPTY,
    rules: {
      old_password: [filled(t)],
      new_password: [
        ...newPasswordRules<typeof EMPTY>(t, min, () => ownWords),
        (value, values) => (value === values.old_password ? t('accounts.form.fault.passwordSame') : null),
      ],
      confirm_password: repeatRules(t, 'new_password'),
    },
    incomplete: t('accounts.form.fault.incomplete'),
    send: async (passwords) => {
      await resetPassword(passwords)
      showToast(t('accounts.restorePassword.success'))
      endSession()
    },
  })
  return (
    <Form form={form} submit={t('accounts.restorePassword.submit')}>
      <AccountName email={email} />
      <PasswordField
        form={form}
        name="old_password"
        autoComplete="current-password"
        label={t('accounts.form.field.oldPassword')}
        autoFocus
      />
      <NewPasswordField
        form={form}
        name="new_password"
        label={t('accounts.form.field.newPassword')}
        min={min}
        ownWords={ownWords}
      />
      <PasswordField
        form={form}
        name="confirm_password"
        autoComplete="new-password"
        label={t('accounts.form.field.confirmPassword')}
      />
    </Form>
  )
}
