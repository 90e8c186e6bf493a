import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { forgetPassword } from './calls.ts'
import { OutboxLink } from './parts/outbox-link.tsx'
import { Outcome } from './parts/outcome.tsx'
import { ResendButton } from './parts/resend-button.tsx'
import { typedEmail } from './handover.ts'

/** The same text whether or not the address has an account. */
export function Page() {
  const { t } = useTranslation()
  const email = typedEmail()
  return (
    <FormPage
      title={t('accounts.recovery.successHeading')}
      more={
        <>
          {email && <ResendButton send={() => forgetPassword(email)} />}
          <Link to="/recovery-password">{t('accounts.recovery.again')}</Link>
          <Link to="/login">{t('accounts.recovery.back')}</Link>
        </>
      }
      after={<OutboxLink />}
    >
      <Outcome tone="good" message={t('accounts.recovery.success')}>
        {t('accounts.recovery.spam')}
      </Outcome>
    </FormPage>
  )
}
