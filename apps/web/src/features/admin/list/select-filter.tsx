import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './list.module.css'
import { Select } from '../../../shared/ui/select.tsx'

interface SelectFilterProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A filter with many options, or all. The URL's value stays selected even when it is not offered. */
export function SelectFilter({ label, value, options, onChange }: SelectFilterProps) {
  const { t } = useTranslation()
  const id = useId()
  const isOffered = value === '' || options.some((option) => option.value === value)
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className="text-muted text-s">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        options={[
          { value: '', label: t('admin.frame.all') },
          ...(isOffered ? [] : [{ value, label: value }]),
          ...options,
        ]}
        onChange={onChange}
      />
    </div>
  )
}
