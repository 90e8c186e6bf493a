import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/button.tsx'
import styles from './content.module.css'
import type { Upload } from './uploads.ts'
import { Progress } from '../../../shared/ui/progress.tsx'

/** Running and failed uploads. */
export function UploadList({ list, onRemove }: { list: readonly Upload[]; onRemove: (id: number) => void }) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {list.map(({ id, name, share, fault }) => (
        <li key={id} className={fault === null ? styles.upload : `${styles.upload} ${styles.failed}`}>
          {fault === null ? (
            <>
              <span className="flex-1 min-w-0 wrap-anywhere">
                {t(share === null ? 'admin.content.picture.waiting' : 'admin.content.picture.uploading', { name })}
              </span>
              <span className="w-30">
                <Progress label={t('admin.content.picture.uploading', { name })} value={share ?? 0} />
              </span>
              <IconButton
                icon="close"
                label={t('admin.content.picture.cancel', { name })}
                onClick={() => onRemove(id)}
              />
            </>
          ) : (
            <>
              <span role="alert" className="flex-1 min-w-0 wrap-anywhere">
                {t('admin.content.picture.failed', { name, why: fault })}
              </span>
              <Button onClick={() => onRemove(id)}>{t('admin.content.picture.dismiss')}</Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
