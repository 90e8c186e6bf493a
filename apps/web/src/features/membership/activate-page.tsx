import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { failureText } from '../../shared/http/failures.ts'
import { tokenStore } from '../../shared/session/token.ts'
import { useUser } from '../../shared/session/user.ts'
import { useSiteSettings } from '../../shared/site-settings.ts'
import { PageFrame } from '../../shared/ui/page/page.tsx'
import { Loading } from '../../shared/ui/page/states.tsx'
import { MembershipCard } from './activate/membership-card.tsx'
import { NextSteps } from './activate/next-steps.tsx'
import { Notice } from './activate/notice.tsx'
import { Payment, VisitorPayment } from './activate/payment.tsx'
import { PriceCard } from './activate/price-card.tsx'

/** /activate: price and contents of a membership, and payment. Visitors see it too and log in to pay. */
export function Page() {
  const { t } = useTranslation()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const user = useUser((state) => state.user)
  const { data, error, refetch } = useSiteSettings()
  return (
    <PageFrame narrow title={t('membership.heading')} lead={t('membership.lead')}>
      {/* Rendered together: late content would move what follows. */}
      {data || error ? (
        <div className="grid grid-cols-[340px_minmax(0,1fr)] items-start gap-6 max-tablet:grid-cols-1">
          <div className="flex flex-col gap-4">
            {data ? (
              <PriceCard config={data.config} />
            ) : (
              <Notice
                tone="bad"
                title={failureText(t, error)}
                action={t('common.retry')}
                onAction={() => void refetch()}
              />
            )}
            <MembershipCard />
            <NextSteps />
          </div>
          {signedIn ? user && <Payment key={user.id} /> : <VisitorPayment />}
        </div>
      ) : (
        <div className="grid grid-cols-[340px_minmax(0,1fr)] items-start gap-6 max-tablet:grid-cols-1">
          <Loading count={5} />
          <Loading count={8} />
        </div>
      )}
    </PageFrame>
  )
}
