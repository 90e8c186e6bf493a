import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import styles from './content.module.css'

interface SaveBarProps {
  readonly isNew: boolean
  readonly isChanged: boolean
  readonly isBusy: boolean
  /** Uploads are running. */
  readonly isWaiting: boolean
  readonly canPublish: boolean
  readonly canWithdraw: boolean
  readonly onSave: () => void
  readonly onPublish: () => void
  readonly onWithdraw: () => void
}

export function SaveBar({
  isNew,
  isChanged,
  isBusy,
  isWaiting,
  canPublish,
  canWithdraw,
  onSave,
  onPublish,
  onWithdraw,
}: SaveBarProps) {
  const { t } = useTranslation()
  const isHeld = isBusy || isWaiting
  return (
    <div className={styles.bar}>
      <p className={isChanged ? styles.unsaved : styles.hint} role="status">
        {isWaiting && t('admin.content.picture.pending')}
        {!isWaiting &&
          (isChanged || !isNew) &&
          t(isChanged ? 'admin.content.save.unsaved' : 'admin.content.save.saved')}
      </p>
      <div className={styles.barActs}>
        {canWithdraw && (
          <Button size="large" disabled={isHeld} onClick={onWithdraw}>
            {t('admin.content.save.withdraw')}
          </Button>
        )}
        <Button variant="outlined" size="large" disabled={isHeld || !isChanged} loading={isBusy} onClick={onSave}>
          {t('admin.content.save.draft')}
        </Button>
        <Button variant="primary" size="large" disabled={isHeld || !canPublish} loading={isBusy} onClick={onPublish}>
          {t('admin.content.save.publish')}
        </Button>
      </div>
    </div>
  )
}
