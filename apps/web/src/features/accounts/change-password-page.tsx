import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endSession } from '../../shared/session/session.ts'
import { FormPage } from '../../shared/ui/form/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { LinkPasswordForm } from './password/link-password-form.tsx'
import { Outcome } from './parts/outcome.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The link of the mail that resets a password. Only sending the form uses it up. */
export function Page() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [state, setState] = useState<'open' | 'done' | 'refused'>(token === '' ? 'refused' : 'open')
  const done = () => {
    // Every session of the account has ended, and this browser is most likely of it.
    endSession()
    setState('done')
  }
  return (
    <FormPage title={t('accounts.changePassword.heading')}>
      {state === 'open' && <LinkPasswordForm token={token} onDone={done} onRefused={() => setState('refused')} />}
      {state === 'done' && (
        <>
          <Outcome tone="good" message={t('accounts.changePassword.success')}>
            {t('accounts.changePassword.successText')}
          </Outcome>
          <Actions>
            <LinkButton to="/login">{t('accounts.changePassword.toLogin')}</LinkButton>
          </Actions>
        </>
      )}
      {state === 'refused' && (
        <>
          <Outcome tone="bad" message={t('accounts.changePassword.invalid')}>
            {t('accounts.changePassword.invalidText')}
          </Outcome>
          <Actions>
            <LinkButton to="/recovery-password">{t('accounts.changePassword.again')}</LinkButton>
          </Actions>
        </>
      )}
    </FormPage>
  )
}
