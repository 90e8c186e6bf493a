import type { Register } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormPage } from '../../shared/ui/form/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { sendActivationCode } from './calls.ts'
import { CreateForm } from './create/create-form.tsx'
import { OutboxLink } from './parts/outbox-link.tsx'
import { Outcome } from './parts/outcome.tsx'
import { ResendButton } from './parts/resend-button.tsx'

export function Page() {
  const { t } = useTranslation()
  const [registered, setRegistered] = useState<Register | null>(null)

  if (registered) {
    const { email, expire_minutes: minutes } = registered
    return (
      <FormPage title={t('accounts.create.successHeading')} more={<ResendButton send={() => sendActivationCode(email)} />} after={<OutboxLink />}>
        <Outcome tone="good" message={t('accounts.create.success', { minutes })}>{t('accounts.create.successText', { email })}</Outcome>
        <Actions><LinkButton to="/login">{t('accounts.create.toLogin')}</LinkButton></Actions>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('accounts.create.heading')} more={
      <span>{t('accounts.create.haveAccount')} <Link to="/login">{t('accounts.create.login')}</Link></span>
    }>
      <CreateForm onDone={setRegistered} />
    </FormPage>
  )
}
