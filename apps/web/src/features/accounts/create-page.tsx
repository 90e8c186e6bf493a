import type { Register } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { sendActivationCode } from './calls.ts'
import { CreateForm } from './create/create-form.tsx'
import { OutboxLink } from './parts/outbox-link.tsx'
import { Outcome } from './parts/outcome.tsx'
import { ResendButton } from './parts/resend-button.tsx'

export function Page() {
  const { t } = useTranslation()
  const [registered, setRegistered] = useState<(Register & { readonly trialDays: number }) | null>(null)

  if (registered) {
    const { email, expire_minutes: minutes, trialDays: days } = registered
    return (
      <FormPage
        title={t('accounts.create.successHeading')}
        more={<ResendButton send={() => sendActivationCode(email)} />}
        after={<OutboxLink />}
      >
        <Outcome tone="good" message={t('accounts.create.success', { minutes })}>
          <p>{t('accounts.create.successText', { email })}</p>
          {days > 0 && <p>{t('accounts.create.trialFollows', { days })}</p>}
        </Outcome>
        <Actions>
          <LinkButton to="/login">{t('accounts.create.toLogin')}</LinkButton>
        </Actions>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('accounts.create.heading')}
      more={
        <span>
          {t('accounts.create.haveAccount')} <Link to="/login">{t('accounts.create.login')}</Link>
        </span>
      }
    >
      <CreateForm onDone={(answer, trialDays) => setRegistered({ ...answer, trialDays })} />
    </FormPage>
  )
}
