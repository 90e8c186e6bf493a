import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { sendActivationCode } from './calls.ts'
import { EmailForm } from './parts/email-form.tsx'
import { OutboxLink } from './parts/outbox-link.tsx'
import { Outcome } from './parts/outcome.tsx'
import { ResendButton } from './parts/resend-button.tsx'

interface Sent {
  readonly email: string
  readonly minutes: number
}

export function Page() {
  const { t } = useTranslation()
  const [sent, setSent] = useState<Sent | null>(null)
  const send = async (email: string) => {
    const { expire_minutes: minutes } = await sendActivationCode(email)
    setSent({ email, minutes })
  }

  if (sent) {
    return (
      <FormPage
        title={t('accounts.sendActive.heading')}
        more={
          <>
            <ResendButton send={() => sendActivationCode(sent.email)} />
            <Link to="/login">{t('accounts.active.toLogin')}</Link>
          </>
        }
        after={<OutboxLink />}
      >
        <Outcome tone="good" message={t('accounts.sendActive.success', { minutes: sent.minutes })}>
          {t('accounts.sendActive.successText', { email: sent.email })}
        </Outcome>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('accounts.sendActive.heading')}
      lead={t('accounts.sendActive.text')}
      more={<Link to="/login">{t('accounts.active.toLogin')}</Link>}
    >
      <EmailForm submit={t('accounts.sendActive.submit')} send={send} />
    </FormPage>
  )
}
