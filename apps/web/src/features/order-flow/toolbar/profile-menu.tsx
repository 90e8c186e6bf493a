import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../../shared/i18n/setup.ts'
import { IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'

const ProfilePanel = lazyPart(async () => {
  const [{ ProfilePanel }] = await Promise.all([import('../profiles/profile-panel.tsx'), needWords('profiles')])
  return { default: ProfilePanel }
})

/** Volume profiles: which are shown, and a new one on the chart. */
export function ProfileMenu() {
  const { t } = useTranslation()
  return (
    <Dropdown label={t('order.profiles')} align="end"
      trigger={(props) => <IconButton icon="profile" label={t('order.profiles')} {...props} />}>
      {(close) => <Suspense fallback={null}><ProfilePanel close={close} /></Suspense>}
    </Dropdown>
  )
}
