import { useTranslation } from 'react-i18next'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { OfUser } from './parts/of-user.tsx'
import { ProfileForm } from './settings/profile-form.tsx'

export function Page() {
  const { t } = useTranslation()
  return (
    <FormPage title={t('accounts.profile.heading')}>
      <OfUser>{(user) => <ProfileForm key={user.id} user={user} />}</OfUser>
    </FormPage>
  )
}
