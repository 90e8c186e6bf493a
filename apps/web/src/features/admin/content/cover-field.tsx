import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { pictureOf } from '../../../shared/ui/markdown/addresses.ts'
import styles from './content.module.css'
import { PICTURE_TYPES, type Uploads } from './uploads.ts'
import { UploadList } from './upload-list.tsx'

interface CoverFieldProps {
  readonly value: string | null
  readonly uploads: Uploads
  readonly isBusy: boolean
  readonly onChange: (picture: string | null) => void
}

/** Cover picture, above the text and in lists. */
export function CoverField({ value, uploads, isBusy, onChange }: CoverFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const shown = value === null ? null : pictureOf(value)
  const take = (file: File | undefined) =>
    file &&
    uploads.add(
      file,
      () => undefined,
      (_id, address) => address !== null && onChange(address),
    )
  return (
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id} className="text-muted text-m">
        {t('admin.content.field.cover')}
      </span>
      <div className="flex items-center gap-2 min-h-14.5">
        {shown === null ? (
          <span className={styles.noCover}>{t('admin.content.field.coverNone')}</span>
        ) : (
          <img className={styles.thumb} src={shown.src} alt="" width={96} height={54} />
        )}
        <label className={styles.choose} data-disabled={isBusy || uploads.isBusy}>
          {t(value === null ? 'admin.content.field.coverAdd' : 'admin.content.field.coverChange')}
          <input
            type="file"
            className="visually-hidden"
            accept={PICTURE_TYPES.join(',')}
            disabled={isBusy || uploads.isBusy}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
        {value !== null && (
          <Button disabled={isBusy} onClick={() => onChange(null)}>
            {t('admin.content.field.coverRemove')}
          </Button>
        )}
      </div>
      <UploadList list={uploads.list} onRemove={uploads.remove} />
    </div>
  )
}
