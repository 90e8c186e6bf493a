import { useTranslation } from 'react-i18next'
import { ProfileFields } from './profile-fields.tsx'
import styles from './profiles.module.css'

/** Content of the toolbar button's panel. */
export function ProfilePanel({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t('profiles.name')}</h2>
      <ProfileFields onDraw={close} />
    </div>
  )
}
