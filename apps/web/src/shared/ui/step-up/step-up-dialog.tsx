import type { User } from '../../session/user.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../http/call.ts'
import { failureSlug } from '../../http/envelope.ts'
import { failureText } from '../../http/failures.ts'
import { Dialog, DialogBody } from '../dialog.tsx'
import { TextField } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { required } from '../../forms/rules.ts'
import { useForm } from '../../forms/use-form.ts'

interface StepUpDialogProps {
  readonly user: User
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Re-authenticates by the authenticator code when set up, otherwise by the password. */
export function StepUpDialog({ user, onConfirmed, onClose }: StepUpDialogProps) {
  const { t } = useTranslation()
  const by = user.otp_enabled ? 'otp' : 'password'
  const form = useForm({
    initial: { secret: '' },
    rules: { secret: [required(t('business.stepUp.required'))] },
    send: async ({ secret }) => {
      await call('POST /step_up', { body: { [by]: by === 'otp' ? secret.trim() : secret }, toast: false })
      onConfirmed()
    },
    failed: (failure) =>
      failure.kind === 'message' && failureSlug(failure) !== 'RATE_LIMITED' && { secret: failureText(t, failure) },
  })
  return (
    <Dialog title={t('business.stepUp.heading')} onClose={onClose}>
      <DialogBody>
        <p>{t(by === 'otp' ? 'business.stepUp.codeText' : 'business.stepUp.passwordText')}</p>
        <Form form={form} submit={t('business.stepUp.submit')}>
          {/* Username for password managers. */}
          <input type="text" name="account" autoComplete="username" value={user.email} readOnly hidden />
          {by === 'otp' ? (
            <TextField
              form={form}
              name="secret"
              autoComplete="one-time-code"
              label={t('business.stepUp.code')}
              autoFocus
            />
          ) : (
            <PasswordField
              form={form}
              name="secret"
              autoComplete="current-password"
              label={t('business.stepUp.password')}
              autoFocus
            />
          )}
        </Form>
      </DialogBody>
    </Dialog>
  )
}
