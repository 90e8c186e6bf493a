import { useTranslation } from 'react-i18next'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { activePassword } from '../calls.ts'
import { isRefusedLink } from '../mail-link.ts'
import { newPasswordRules, repeatRules } from '../field-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { usePasswordMin } from './rule-states.ts'

interface LinkPasswordFormProps {
  readonly token: string
  readonly onDone: () => void
  readonly onRefused: () => void
}

const EMPTY = { new_password: '', confirm_password: '' }

/** Only the server knows the account, so it checks for resemblance. */
const UNKNOWN = {}

export function LinkPasswordForm({ token, onDone, onRefused }: LinkPasswordFormProps) {
  const { t } = useTranslation()
  const min = usePasswordMin()
  const form = useForm({
    initial: EMPTY,
    rules: {
      new_password: newPasswordRules<typeof EMPTY>(t, min, () => UNKNOWN),
      confirm_password: repeatRules(t, 'new_password'),
    },
    incomplete: t('accounts.form.fault.incomplete'),
    send: async (passwords) => {
      await activePassword({ token, ...passwords })
      onDone()
    },
    failed: (failure) => {
      const refused = isRefusedLink(failure)
      if (refused) onRefused()
      return refused
    },
  })
  return (
    <Form form={form} submit={t('accounts.changePassword.submit')}>
      <NewPasswordField
        form={form}
        name="new_password"
        label={t('accounts.form.field.newPassword')}
        min={min}
        ownWords={UNKNOWN}
        autoFocus
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
