import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { forgetPassword } from './calls.ts'
import { EmailForm } from './parts/email-form.tsx'

export function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const send = async (email: string) => {
    await forgetPassword(email)
    await navigate('/recovery-password-success')
  }
  return (
    <FormPage
      title={t('accounts.recovery.heading')}
      lead={t('accounts.recovery.text')}
      more={<Link to="/login">{t('accounts.recovery.back')}</Link>}
    >
      <EmailForm submit={t('accounts.recovery.submit')} send={send} />
    </FormPage>
  )
}
