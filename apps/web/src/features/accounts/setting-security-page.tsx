import { useTranslation } from 'react-i18next'
import { FormPage } from '../../shared/ui/form/form-page.tsx'
import { OfUser } from './parts/of-user.tsx'
import { DeleteSection } from './security/delete-section.tsx'
import { ExportSection } from './security/export-section.tsx'
import { OtpSection } from './security/otp-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'

export function Page() {
  const { t } = useTranslation()
  return (
    <FormPage title={t('accounts.security.heading')}>
      <OfUser>
        {(user) => (
          <>
            {/* Whoever has to set up an authenticator first can do nothing else yet. */}
            {!user.otp_required && <SessionsSection />}
            <OtpSection user={user} />
            {!user.otp_required && <ExportSection user={user} />}
            {!user.otp_required && <DeleteSection user={user} />}
          </>
        )}
      </OfUser>
    </FormPage>
  )
}
