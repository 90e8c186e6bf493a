import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endSession } from '../../shared/session/session.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { LinkPasswordForm } from './password/link-password-form.tsx'
import { Outcome } from './parts/outcome.tsx'
import { useLinkToken } from './mail-link.ts'

/** Target of the password reset mail. Only submitting the form uses up the link. */
export function Page() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [state, setState] = useState<'open' | 'done' | 'refused'>(token === '' ? 'refused' : 'open')
  const done = () => {
    // All sessions of the account have ended, most likely including this browser's.
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
