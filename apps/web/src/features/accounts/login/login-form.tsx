import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { emailRules, filled } from '../field-rules.ts'
import { typedEmail } from '../handover.ts'
import { logIn } from './log-in.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** E-mail and password. Server errors belong to no single field and show above the button. */
export function LoginForm({ onOtp }: { onOtp: (credentials: Credentials) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { email: typedEmail(), password: '' },
    rules: { email: emailRules(t), password: [filled(t)] },
    incomplete: t('accounts.form.fault.loginIncomplete'),
    send: async (credentials) => {
      if (!(await logIn(credentials))) onOtp(credentials)
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <Form form={form} submit={t('accounts.login.submit')}>
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete="username"
        label={t('accounts.form.field.email')}
        autoFocus
      />
      <PasswordField
        form={form}
        name="password"
        autoComplete="current-password"
        label={t('accounts.form.field.password')}
      />
    </Form>
  )
}
