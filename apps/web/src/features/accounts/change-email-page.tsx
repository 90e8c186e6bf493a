import type { ActiveEmail } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { tokenStore } from '../../shared/session/token.ts'
import { mergeUser, useUser } from '../../shared/session/user.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { activeEmail } from './calls.ts'
import { LinkOutcome } from './parts/link-outcome.tsx'
import { useLinkToken } from './mail-link.ts'

async function confirmEmail(token: string): Promise<ActiveEmail> {
  const answer = await activeEmail(token)
  // The link may belong to another account than the signed-in one.
  if (useUser.getState().user?.pending_email === answer.email) mergeUser({ email: answer.email, pending_email: null })
  return answer
}

/** Target of the mail that confirms a new address. */
export function Page() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const signedIn = useStore(tokenStore, (state) => state.token !== null)
  return (
    <FormPage title={t('accounts.changeEmail.heading')}>
      <LinkOutcome
        name="email"
        token={token}
        open={confirmEmail}
        working={t('accounts.changeEmail.working')}
        failed={{ message: t('accounts.changeEmail.invalid'), text: t('accounts.changeEmail.invalidText') }}
        ways={
          <Actions>
            <LinkButton to="/restore-email">{t('accounts.changeEmail.again')}</LinkButton>
          </Actions>
        }
        succeeded={({ email }) => ({
          message: t('accounts.changeEmail.success'),
          text: t('accounts.changeEmail.successText', { email }),
        })}
        onward={
          <Actions>
            {signedIn ? (
              <LinkButton to="/order">{t('accounts.changeEmail.proceed')}</LinkButton>
            ) : (
              <LinkButton to="/login">{t('accounts.changeEmail.toLogin')}</LinkButton>
            )}
          </Actions>
        }
      />
    </FormPage>
  )
}
