import type { ComponentProps } from 'react'
import styles from './select.module.css'

interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'children'> {
  readonly options: readonly { readonly value: string | number; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A choice from a list; telephones show their own picker. */
export function Select({ options, onChange, ...rest }: SelectProps) {
  return (
    <select className={styles.select} onChange={(event) => onChange(event.target.value)} {...rest}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
