import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { failureText } from '../../shared/http/failure-text.ts'
import { loginAddress } from '../../shared/navigation.ts'
import { tokenStore } from '../../shared/session/token.ts'
import { useSiteSettings } from '../../shared/site-settings.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FormPage } from '../../shared/ui/form/form-page.tsx'
import { MembershipCard } from './membership/membership-card.tsx'
import { PriceCard } from './membership/price-card.tsx'
import { LinkButton } from './parts/link-button.tsx'
import { Outcome } from './parts/outcome.tsx'

/** How the membership stands and what it costs. Visitors see the price. */
export function Page() {
  const { t } = useTranslation()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const { data, error, refetch } = useSiteSettings()
  return (
    <FormPage title={t('accounts.membership.heading')}>
      <MembershipCard />
      {data && <PriceCard config={data.config} />}
      {error && !data && (
        <>
          <Outcome tone="bad" message={failureText(t, error)} />
          <Button look="primary" large onClick={() => void refetch()}>{t('common.retry')}</Button>
        </>
      )}
      {signedIn
        ? <p>{t('accounts.membership.payment')}</p>
        : <LinkButton to={loginAddress('/activate')}>{t('accounts.membership.login')}</LinkButton>}
    </FormPage>
  )
}
