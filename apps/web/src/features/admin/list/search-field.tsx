import { MAX_SEARCH_LENGTH } from '@flowprint/contract'
import { SearchField as Field } from '../../../shared/ui/search-field.tsx'
import styles from './list.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Search field of a list, labelled like the other filters. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  return (
    <div className={`${styles.filter} ${styles.search}`}>
      <span className="text-muted text-s" aria-hidden="true">
        {label}
      </span>
      <Field label={label} isLabelled value={value} maxLength={MAX_SEARCH_LENGTH} onSearch={onSearch} />
    </div>
  )
}
