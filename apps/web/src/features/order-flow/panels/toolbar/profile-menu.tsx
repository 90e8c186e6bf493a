import { Suspense } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'

const ProfilePanel = lazyPart(async () => {
  const [{ ProfilePanel }] = await Promise.all([import('../profiles/profile-panel.tsx'), needWords('profiles')])
  return { default: ProfilePanel }
})

/** Volume profiles: which are shown, and drawing a new one. */
export function ProfileMenu({ close }: { close: () => void }) {
  return (
    <Suspense fallback={null}>
      <ProfilePanel close={close} />
    </Suspense>
  )
}
