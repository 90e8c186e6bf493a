import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import styles from './list.module.css'

interface ChoiceFilterProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A filter with few options, or all. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceFilterProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.filter}>
      <span className="text-muted text-s" aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        value={value}
        onChange={onChange}
        options={[{ value: '', label: t('admin.frame.all') }, ...options]}
      />
    </div>
  )
}
