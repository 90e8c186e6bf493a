import type { ReactNode } from 'react'
import styles from './records.module.css'

interface RecordsProps {
  /** Accessible name of the list. */
  readonly label?: string
  /** The previous records stay while new ones load. */
  readonly stale: boolean
  /** On a card, which already has a surface. */
  readonly inset?: boolean
  readonly children: ReactNode
}

/** Records as cards, where a table does not fit. */
export function Records({ label, stale, inset, children }: RecordsProps) {
  return (
    <ul className={inset ? `${styles.records} ${styles.inset}` : styles.records} aria-label={label} aria-busy={stale}>
      {children}
    </ul>
  )
}

interface RecordProps {
  readonly head?: ReactNode
  /** Name and value; an empty value is left out. */
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
  /** Not printed. */
  readonly actions?: ReactNode
}

export function Record({ head, facts, actions }: RecordProps) {
  return (
    <li className={styles.record}>
      {head && <div className="flex items-center justify-between gap-2">{head}</div>}
      <dl className="flex flex-col gap-1.5">
        {facts
          .filter(({ value }) => value !== null)
          .map(({ name, value }) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}
