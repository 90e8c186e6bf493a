import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { loginAddress } from '../../../shared/navigation.ts'
import { Actions, LinkButton } from '../../../shared/ui/link-button.tsx'

/** Asks visitors to log in; login returns here. */
export function SignInFirst() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <>
      <p>{t('accounts.signIn.text')}</p>
      <Actions>
        <LinkButton to={loginAddress(pathname + search)}>{t('accounts.signIn.login')}</LinkButton>
        <LinkButton to="/create/direct" variant="outlined">
          {t('accounts.signIn.create')}
        </LinkButton>
      </Actions>
    </>
  )
}
