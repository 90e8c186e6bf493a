import { useTranslation } from 'react-i18next'
import type { User } from '../../shared/session/user.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { OfUser } from './parts/of-user.tsx'
import { DeleteSection } from './security/delete-section.tsx'
import { ExportSection } from './security/export-section.tsx'
import { OtpSection } from './security/otp-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'
import { useSessions } from './calls.ts'

export function Page() {
  const { t } = useTranslation()
  return (
    <FormPage title={t('accounts.security.heading')}>
      <OfUser>{(user) => (user.otp_required ? <OtpSection user={user} /> : <Sections user={user} />)}</OfUser>
    </FormPage>
  )
}

/** Users who must set up an authenticator first see only that; all others see every section. */
function Sections({ user }: { user: User }) {
  // The list has a variable height, so what follows renders with it.
  const { isPending } = useSessions()
  return (
    <>
      <SessionsSection />
      {!isPending && (
        <>
          <OtpSection user={user} />
          <ExportSection user={user} />
          <DeleteSection user={user} />
        </>
      )}
    </>
  )
}
