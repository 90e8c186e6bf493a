import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { disableOtp } from '../calls.ts'
import { filled } from '../field-rules.ts'
import { AccountName } from '../password/account-name.tsx'

interface OtpDisableDialogProps {
  readonly email: string
  readonly onDone: () => void
  readonly onClose: () => void
}

export function OtpDisableDialog({ email, onDone, onClose }: OtpDisableDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { password: '', otp: '' },
    // A recovery code is accepted too, so the server validates the format.
    rules: { password: [filled(t)], otp: [filled(t)] },
    incomplete: t('accounts.form.fault.incomplete'),
    send: async (values) => {
      await disableOtp(values)
      onDone()
    },
    failed: (failure) => failureSlug(failure) === 'OTP_WRONG' && { otp: failureText(t, failure) },
  })
  return (
    <Dialog title={t('accounts.security.otp.disable')} onClose={onClose}>
      <DialogBody>
        <p>{t('accounts.security.otp.disableText')}</p>
        <Form form={form} submit={t('accounts.security.otp.disable')}>
          <AccountName email={email} />
          <PasswordField
            form={form}
            name="password"
            autoComplete="current-password"
            label={t('accounts.form.field.password')}
            autoFocus
          />
          <TextField form={form} name="otp" autoComplete="one-time-code" label={t('accounts.form.field.otp')} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}
