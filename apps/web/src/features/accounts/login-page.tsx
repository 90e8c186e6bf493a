import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay } from '../../shared/format/time.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { DevAccounts } from './login/dev-accounts.tsx'
import { LoginForm, type Credentials } from './login/login-form.tsx'
import { OtpForm } from './login/otp-form.tsx'
import { useParting } from './handover.ts'
import { Outcome } from './parts/outcome.tsx'
import { RecoveryCodes } from './security/recovery-codes.tsx'

/** Login in one or two steps. The guard redirects afterwards. */
export function Page() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { recoveryCodes, deleteAt } = useParting()
  const [credentials, setCredentials] = useState<Credentials | null>(null)

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} />
  if (credentials) {
    return (
      <FormPage title={t('accounts.login.otpHeading')} lead={t('accounts.login.otpText', { email: credentials.email })}>
        <OtpForm credentials={credentials} onBack={() => setCredentials(null)} />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('accounts.login.heading')}
      more={
        <>
          <Link to="/recovery-password">{t('accounts.login.forgot')}</Link>
          <Link to="/send-active">{t('accounts.login.notActivated')}</Link>
          <span>
            {t('accounts.login.noAccount')} <Link to="/create/direct">{t('accounts.login.create')}</Link>
          </span>
        </>
      }
      after={<DevAccounts onOtp={setCredentials} />}
    >
      {deleteAt && (
        <Outcome tone="good" message={t('accounts.login.deletionPlanned', { date: formatDay(deleteAt, language) })} />
      )}
      <LoginForm onOtp={setCredentials} />
    </FormPage>
  )
}
