import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayout } from '../../model/layout-store.ts'
import { useProfileRequests } from '../../model/profile-requests.ts'
import { Section } from '../../ui/settings-section.tsx'
import { type ProfilePreferences, useProfilePreferences, USUAL_PROFILES } from './profile-preferences.ts'
import { ProfileFields } from './profile-fields.tsx'

const KEYS = Object.keys(USUAL_PROFILES) as (keyof ProfilePreferences)[]

/** The profile section of the indicator panel. */
export function ProfileSection() {
  const { t } = useTranslation()
  const preferences = useProfilePreferences()
  const fold = useLayout((state) => state.fold)
  const asked = useProfileRequests((state) => state.asked)
  const place = useRef<HTMLDivElement>(null)

  // The panel was opened for this section.
  useEffect(() => {
    if (asked > 0) place.current?.scrollIntoView({ block: 'start' })
  }, [asked])

  // On a phone the panel covers the chart to draw on.
  const clear = () => {
    if (matchMedia('(max-width: 900px)').matches) fold('panel', false)
  }
  return (
    <div ref={place}>
      <Section
        name={t('profiles.name')}
        note={t('profiles.note')}
        help="volume-profile"
        changed={KEYS.some((key) => preferences[key] !== USUAL_PROFILES[key])}
        open={asked > 0}
        key={asked}
      >
        <ProfileFields onDraw={clear} />
      </Section>
    </div>
  )
}
