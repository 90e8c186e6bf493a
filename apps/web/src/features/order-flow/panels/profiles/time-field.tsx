import styles from './profiles.module.css'
import { minutesOf } from './model/profile-preferences.ts'

interface TimeFieldProps {
  readonly label: string
  /** "HH:MM" */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A time of day; an incomplete time is not applied. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      type="time"
      className={styles.time}
      aria-label={label}
      value={value}
      required
      onChange={({ target }) => {
        if (minutesOf(target.value) !== null) onChange(target.value)
      }}
    />
  )
}
