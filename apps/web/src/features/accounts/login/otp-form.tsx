import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { codeRules, filled } from '../field-rules.ts'
import { TextButton } from '../parts/text-button.tsx'
import type { Credentials } from './login-form.tsx'
import { logIn } from './log-in.ts'

interface OtpFormProps {
  readonly credentials: Credentials
  /** Returns to the first step: the password is no longer valid, or another account is meant. */
  readonly onBack: () => void
}

/** Second step: an authenticator code or a recovery code. */
export function OtpForm({ credentials, onBack }: OtpFormProps) {
  const { t } = useTranslation()
  const [byRecovery, setByRecovery] = useState(false)
  const form = useForm({
    initial: { otp: '' },
    rules: { otp: byRecovery ? [filled(t)] : codeRules(t) },
    send: async ({ otp }) => {
      await logIn({ ...credentials, otp: otp.trim() })
    },
    failed: (failure) => {
      const words = failureText(t, failure)
      return failureSlug(failure) === 'OTP_WRONG' ? { otp: words } : failure.kind === 'message' && words
    },
  })
  const other = () => {
    setByRecovery(!byRecovery)
    form.set('otp', '')
  }
  return (
    <>
      <Form form={form} submit={t('accounts.login.otpSubmit')}>
        <TextField
          key={String(byRecovery)}
          form={form}
          name="otp"
          autoFocus
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          label={t(byRecovery ? 'accounts.form.field.recoveryCode' : 'accounts.form.field.otp')}
          hint={t(byRecovery ? 'accounts.form.hint.recoveryCode' : 'accounts.form.hint.otp')}
        />
      </Form>
      <TextButton onClick={other}>{t(byRecovery ? 'accounts.login.useOtp' : 'accounts.login.useRecovery')}</TextButton>
      <TextButton onClick={onBack}>{t('accounts.login.otherAccount')}</TextButton>
    </>
  )
}
