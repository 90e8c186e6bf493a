import { useEffect, useState } from 'react'
import { Icon } from './icons.tsx'
import styles from './search-field.module.css'

const TYPING_MS = 300

interface SearchFieldProps {
  readonly label: string
  /** The label is visible elsewhere: no placeholder. */
  readonly isLabelled?: boolean
  readonly value: string
  readonly maxLength: number
  /** Called after a pause in typing, and immediately on Enter. */
  readonly onSearch: (value: string) => void
}

/** A search field with debounce. */
export function SearchField({ label, isLabelled, value, maxLength, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Back and forward navigation changes the search text.
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const searched = typed.trim()
  useEffect(() => {
    if (searched === value) return
    const timer = setTimeout(() => onSearch(searched), TYPING_MS)
    return () => clearTimeout(timer)
  }, [searched, value, onSearch])

  return (
    <label className={styles.search}>
      <Icon name="search" size={14} />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={isLabelled ? undefined : label}
        value={typed}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSearch(searched)}
      />
    </label>
  )
}
