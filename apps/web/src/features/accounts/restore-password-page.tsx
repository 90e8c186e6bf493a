import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { OfUser } from './parts/of-user.tsx'
import { OwnPasswordForm } from './password/own-password-form.tsx'

export function Page() {
  const { t } = useTranslation()
  return (
    <FormPage
      title={t('accounts.restorePassword.heading')}
      lead={t('accounts.restorePassword.text')}
      more={<Link to="/recovery-password">{t('accounts.restorePassword.forgot')}</Link>}
    >
      <OfUser>{(user) => <OwnPasswordForm key={user.id} user={user} />}</OfUser>
    </FormPage>
  )
}
