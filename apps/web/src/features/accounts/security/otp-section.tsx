import type { OtpSetup } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mergeUser, type User } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { setUpOtp } from '../calls.ts'
import { Outcome } from '../parts/outcome.tsx'
import { Section } from '../parts/section.tsx'
import { OtpDisableDialog } from './otp-disable-dialog.tsx'
import { OtpEnableDialog } from './otp-enable-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type Step = 'none' | 'password' | 'disable' | OtpSetup

/** Two-factor authentication: enable (password, QR code, first code) or disable. */
export function OtpSection({ user }: { user: User }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>('none')
  const close = () => setStep('none')
  const disabled = () => {
    mergeUser({ otp_enabled: false })
    showToast(t('accounts.security.otp.disabled'))
    close()
  }
  return (
    <Section
      title={t('accounts.security.otp.heading')}
      lead={t('accounts.security.otp.text')}
      state={
        user.otp_enabled ? (
          <Tag tone="brand">{t('accounts.security.otp.on')}</Tag>
        ) : (
          <Tag>{t('accounts.security.otp.off')}</Tag>
        )
      }
    >
      {user.otp_required && <Outcome tone="bad" message={t('accounts.security.otp.required')} />}
      {user.otp_enabled ? (
        <Button variant="outlined" size="large" onClick={() => setStep('disable')}>
          {t('accounts.security.otp.disable')}
        </Button>
      ) : (
        <Button variant="outlined" size="large" onClick={() => setStep('password')}>
          {t('accounts.security.otp.setUp')}
        </Button>
      )}
      {step === 'password' && (
        <PasswordDialog
          title={t('accounts.security.otp.setUp')}
          email={user.email}
          submit={t('accounts.security.otp.proceed')}
          onClose={close}
          send={async (password) => setStep(await setUpOtp(password))}
        >
          <p>{t('accounts.security.otp.passwordText')}</p>
        </PasswordDialog>
      )}
      {step === 'disable' && <OtpDisableDialog email={user.email} onDone={disabled} onClose={close} />}
      {typeof step === 'object' && <OtpEnableDialog setup={step} onClose={close} />}
    </Section>
  )
}
