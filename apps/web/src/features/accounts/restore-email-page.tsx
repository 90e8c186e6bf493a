import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { OfUser } from './parts/of-user.tsx'
import { EmailChange } from './settings/email-change.tsx'

export function Page() {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  return (
    <FormPage
      title={t(sent ? 'accounts.restoreEmail.successHeading' : 'accounts.restoreEmail.heading')}
      lead={sent ? undefined : t('accounts.restoreEmail.text')}
    >
      <OfUser>{(user) => <EmailChange key={user.id} user={user} sent={sent} onSent={setSent} />}</OfUser>
    </FormPage>
  )
}
