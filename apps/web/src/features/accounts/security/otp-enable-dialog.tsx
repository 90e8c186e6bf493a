import type { OtpSetup } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { endSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { enableOtp } from '../calls.ts'
import { codeRules } from '../field-rules.ts'
import { keepParting } from '../handover.ts'
import { copyText } from '../../../shared/ui/copy-text.ts'
import { QrCode } from '../../../shared/ui/qr-code.tsx'
import styles from './security.module.css'

/** The secret as QR code and text, and the first code to confirm it. */
export function OtpEnableDialog({ setup, onClose }: { setup: OtpSetup; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { otp: '' },
    rules: { otp: codeRules(t) },
    send: async ({ otp }) => {
      const { recovery_codes: recoveryCodes } = await enableOtp(otp)
      // Every session has ended: the login page shows the codes.
      keepParting({ recoveryCodes })
      endSession()
    },
    failed: (failure) => failureSlug(failure) === 'OTP_WRONG' && { otp: failureText(t, failure) },
  })
  return (
    <Dialog title={t('accounts.security.otp.setUp')} onClose={onClose}>
      <DialogBody>
        <p className="text-muted text-m">1. {t('accounts.security.otp.scan')}</p>
        <QrCode text={setup.otpauth_url} label={t('accounts.security.otp.qr')} />
        <p className="text-muted text-m">{t('accounts.security.otp.byHand')}</p>
        <div className={styles.secret}>
          <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <Button variant="outlined" onClick={() => void copyText(setup.secret)}>
            {t('accounts.security.otp.copySecret')}
          </Button>
        </div>
        <p className="text-muted text-m">2. {t('accounts.security.otp.enter')}</p>
        <Form form={form} submit={t('accounts.security.otp.enable')}>
          <TextField
            form={form}
            name="otp"
            autoComplete="one-time-code"
            inputMode="numeric"
            label={t('accounts.form.field.otp')}
            hint={t('accounts.security.otp.endsSessions')}
            autoFocus
          />
        </Form>
      </DialogBody>
    </Dialog>
  )
}
