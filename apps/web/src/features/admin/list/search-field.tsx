import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../../../shared/ui/icons.tsx'
import styles from './list.module.css'

const PAUSE_MS = 350

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Searches when one pauses or presses Enter; Escape empties it. Its label stands above, so that nothing has to be guessed. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef(0)
  // The address changed by other means: back, a link, "clear".
  if (known !== value) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (text: string, pause: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => text.trim() !== value && onSearch(text.trim()), pause)
  }
  const type = (text: string, pause = PAUSE_MS) => {
    setTyped(text)
    search(text, pause)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search(typed, 0)
    if (event.key === 'Escape' && typed !== '') type('', 0)
  }
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className={styles.label}>{label}</label>
      <span className={styles.search}>
        <Icon name="search" />
        <input id={id} type="search" value={typed} maxLength={200} autoComplete="off" spellCheck={false} autoCapitalize="off"
          onChange={(event) => type(event.target.value)} onKeyDown={onKeyDown} />
      </span>
    </div>
  )
}
