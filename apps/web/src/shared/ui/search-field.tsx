import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './search-field.module.css'

const TYPING_MS = 300

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'size'> {
  readonly size?: 'medium' | 'large'
  /** At the end of the field. */
  readonly side?: ReactNode
}

/** The look of every search field. */
export function SearchBox({ size = 'medium', side, ...input }: SearchBoxProps) {
  return (
    <label className={`${styles.search} ${styles[size]}`}>
      <Icon name="search" size={14} />
      <input type="search" className={styles.input} spellCheck={false} autoComplete="off" {...input} />
      {side}
    </label>
  )
}

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
    <SearchBox
      aria-label={label}
      placeholder={isLabelled ? undefined : label}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onSearch(searched)}
    />
  )
}
